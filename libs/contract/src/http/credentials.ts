import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';
import type { ErrorCode } from '../messages/errors.js';

/*
 * Input of the account forms (specification §5). Each check's message is an error code: the
 * server replies with it, and forms show its sentence.
 */

const says = (code: ErrorCode) => code;

/**
 * Text, one @, text, a dot, text; no spaces and no invisible characters, which would turn one
 * mailbox into many addresses, each with its own email limits. Case and surrounding spaces are
 * ignored.
 */
export const emailSchema = z.string(says('EMAIL_INVALID')).check(
  z.trim(),
  // The pattern takes quadratic time, so it is not tried on long input.
  z.maxLength(LIMITS.emailLength, { error: says('EMAIL_INVALID'), abort: true }),
  z.regex(
    /^[^\s@\p{Cc}\p{Cf}\p{Cs}]+@[^\s@\p{Cc}\p{Cf}\p{Cs}]+\.[^\s@\p{Cc}\p{Cf}\p{Cs}]+$/u,
    says('EMAIL_INVALID'),
  ),
);

/** A new password. */
export const newPasswordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(
    z.minLength(LIMITS.passwordLength, says('PASSWORD_TOO_SHORT')),
    z.maxLength(LIMITS.longestPassword, says('PASSWORD_TOO_LONG')),
    z.regex(/\p{Lu}/u, says('PASSWORD_NEEDS_UPPERCASE')),
    z.regex(/\p{Ll}/u, says('PASSWORD_NEEDS_LOWERCASE')),
    z.regex(/\p{Nd}/u, says('PASSWORD_NEEDS_NUMBER')),
  );

/** A password to compare; one that is too long is wrong without being hashed. */
export const passwordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(z.minLength(1, says('PASSWORD_REQUIRED')));

/** The token from an email, trimmed, as it may be pasted with surrounding spaces. */
export const mailTokenSchema = z
  .string(says('MAIL_TOKEN_REQUIRED'))
  .check(
    z.trim(),
    z.minLength(1, says('MAIL_TOKEN_REQUIRED')),
    z.maxLength(200, says('MAIL_TOKEN_INVALID')),
  );

/**
 * One line of free text: no control characters and no lone surrogates, which databases and email
 * headers reject.
 */
export const nameSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.nameLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
