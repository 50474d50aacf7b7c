/**
 * The kinds of account emails. `known` tells the owner of an address that somebody tried to
 * register it again.
 */
export const MAIL_KINDS = ['verify', 'reset', 'known', 'changed'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The kinds whose link contains a token, with the token's lifetime in seconds (contract). */
export const TOKEN_SECONDS = { verify: 24 * 3600, reset: 3600 } as const;
export type TokenKind = keyof typeof TOKEN_SECONDS;

export function hasToken(kind: MailKind): kind is TokenKind {
  return kind in TOKEN_SECONDS;
}
