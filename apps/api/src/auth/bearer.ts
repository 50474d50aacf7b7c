/** Longer than any token that we issue. */
const MAX_LENGTH = 2048;

/** The bearer token in an Authorization header (RFC 6750 §2.1); null if there is none. */
export function bearer(authorization: string | undefined): string | null {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
  return token !== null && token.length <= MAX_LENGTH ? token : null;
}
