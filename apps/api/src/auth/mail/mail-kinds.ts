/**
 * Mails of accounts: to verify an address, to choose a new password, "you have an account already", and
 * "your password was changed".
 */
export const MAIL_KINDS = ['verify', 'reset', 'known', 'changed'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Those whose link holds a token; how long that is good, seconds (contract). */
export const TOKEN_SECONDS = { verify: 24 * 3600, reset: 3600 } as const;
export type TokenKind = keyof typeof TOKEN_SECONDS;

/** True for a mail whose link holds a token. */
export function hasToken(kind: MailKind): kind is TokenKind {
  return kind in TOKEN_SECONDS;
}
