/**
 * Account emails: to verify an address, to choose a new password, "you have an account already",
 * and "your password was changed".
 */
export const MAIL_KINDS = ['verify', 'reset', 'known', 'changed'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Kinds whose link contains a token, with its lifetime, seconds (contract). */
export const TOKEN_SECONDS = { verify: 24 * 3600, reset: 3600 } as const;
export type TokenKind = keyof typeof TOKEN_SECONDS;

/** True for kinds whose link contains a token. */
export function hasToken(kind: MailKind): kind is TokenKind {
  return kind in TOKEN_SECONDS;
}
