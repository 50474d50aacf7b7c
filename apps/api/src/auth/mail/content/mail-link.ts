import type { MailKind } from './mail-kinds.js';

/** The value of the `auth` query parameter that opens the dialog for each kind of email. */
const MODES = {
  verify: 'verify-email',
  reset: 'reset-password',
  known: 'login',
  changed: 'forgot-password',
} as const satisfies Record<MailKind, string>;

/**
 * The link in an email.
 * @param origin without a trailing slash
 * @param token null for kinds without one
 */
export function mailLink(origin: string, kind: MailKind, token: string | null): string {
  const query = new URLSearchParams({ auth: MODES[kind], ...(token !== null && { token }) });
  return `${origin}/?${query.toString()}`;
}
