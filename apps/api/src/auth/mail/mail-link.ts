import type { MailKind } from './mail-kinds.js';

/** What the pages open for `auth` of their address. */
const MODES = {
  verify: 'verify-email',
  reset: 'reset-password',
  known: 'login',
  changed: 'forgot-password',
} as const satisfies Record<MailKind, string>;

/**
 * Where a mail leads.
 * @param origin scheme and host, no slash at the end
 * @param token null for a kind without one
 */
export function mailLink(origin: string, kind: MailKind, token: string | null): string {
  const query = new URLSearchParams({ auth: MODES[kind], ...(token !== null && { token }) });
  return `${origin}/?${query.toString()}`;
}
