/** Mails of accounts: to verify an address, to choose a new password, and "you have an account already". */
export const MAIL_KINDS = ['verify', 'reset', 'known'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Those whose link holds a token; how long that is good, seconds (contract). */
export const TOKEN_SECONDS = { verify: 24 * 3600, reset: 3600 } as const;
export type TokenKind = keyof typeof TOKEN_SECONDS;
