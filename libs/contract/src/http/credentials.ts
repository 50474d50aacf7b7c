import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';
import type { ErrorCode } from '../messages/errors.js';

/*
 * The input of the account forms (specification §5). The message of each check is an error code:
 * the server replies with it, and forms show the sentence for it.
 */

const says = (code: ErrorCode) => code;

/**
 * An address has the form: text, one @, text, a dot, text. Spaces and invisible characters are not
 * allowed. With them, one mailbox could have many addresses, each with its own limit for emails.
 * Case and surrounding spaces are ignored.
 */
export const emailSchema = z.string(says('EMAIL_INVALID')).check(
  z.trim(),
  // The pattern takes quadratic time, so it is not applied to long input.
  z.maxLength(LIMITS.emailLength, { error: says('EMAIL_INVALID'), abort: true }),
  z.regex(
    /^[^\s@\p{Cc}\p{Cf}\p{Cs}]+@[^\s@\p{Cc}\p{Cf}\p{Cs}]+\.[^\s@\p{Cc}\p{Cf}\p{Cs}]+$/u,
    says('EMAIL_INVALID'),
  ),
);

export const newPasswordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(
    z.minLength(LIMITS.passwordLength, says('PASSWORD_TOO_SHORT')),
    z.maxLength(LIMITS.longestPassword, says('PASSWORD_TOO_LONG')),
    z.regex(/\p{Lu}/u, says('PASSWORD_NEEDS_UPPERCASE')),
    z.regex(/\p{Ll}/u, says('PASSWORD_NEEDS_LOWERCASE')),
    z.regex(/\p{Nd}/u, says('PASSWORD_NEEDS_NUMBER')),
  );

/** A password to compare. One that is too long is rejected without being hashed. */
export const passwordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(z.minLength(1, says('PASSWORD_REQUIRED')));

/** The token from an email. It is trimmed, because it may be pasted with spaces around it. */
export const mailTokenSchema = z
  .string(says('MAIL_TOKEN_REQUIRED'))
  .check(
    z.trim(),
    z.minLength(1, says('MAIL_TOKEN_REQUIRED')),
    z.maxLength(200, says('MAIL_TOKEN_INVALID')),
  );

/**
 * One line of free text, without control characters and lone surrogates, which databases and email
 * headers reject.
 */
export const nameSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.nameLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
