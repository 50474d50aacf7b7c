import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';
import type { ErrorCode } from '../messages/errors.js';

/*
 * What people type into the forms of accounts (specification §5). The message of each check is the
 * code of an error: the server replies with it, and forms show its sentence.
 */

const says = (code: ErrorCode) => code;

/**
 * Text, one @, text, a dot, text; no spaces, and nothing that cannot be seen: such marks would make many
 * addresses, each with its own limits of mails, of one mailbox. Case and surrounding spaces are not part
 * of an address.
 */
export const emailSchema = z.string(says('EMAIL_INVALID')).check(
  z.trim(),
  // The pattern takes the square of a text's length: it is not tried on a long one.
  z.maxLength(LIMITS.emailLength, { error: says('EMAIL_INVALID'), abort: true }),
  z.regex(
    /^[^\s@\p{Cc}\p{Cf}\p{Cs}]+@[^\s@\p{Cc}\p{Cf}\p{Cs}]+\.[^\s@\p{Cc}\p{Cf}\p{Cs}]+$/u,
    says('EMAIL_INVALID'),
  ),
);

/** A password that is to be kept. */
export const newPasswordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(
    z.minLength(LIMITS.passwordLength, says('PASSWORD_TOO_SHORT')),
    z.maxLength(LIMITS.longestPassword, says('PASSWORD_TOO_LONG')),
    z.regex(/\p{Lu}/u, says('PASSWORD_NEEDS_UPPERCASE')),
    z.regex(/\p{Ll}/u, says('PASSWORD_NEEDS_LOWERCASE')),
    z.regex(/\p{Nd}/u, says('PASSWORD_NEEDS_NUMBER')),
  );

/** A password that is compared; one that is too long is wrong, and is not hashed. */
export const passwordSchema = z
  .string(says('PASSWORD_REQUIRED'))
  .check(z.minLength(1, says('PASSWORD_REQUIRED')));

/** Of a mail. Pasted with what stands around it. */
export const mailTokenSchema = z
  .string(says('MAIL_TOKEN_REQUIRED'))
  .check(
    z.trim(),
    z.minLength(1, says('MAIL_TOKEN_REQUIRED')),
    z.maxLength(200, says('MAIL_TOKEN_INVALID')),
  );

/**
 * One line of a person's own words: no control characters and no halves of a surrogate pair, which no
 * database or mail header takes.
 */
export const nameSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.nameLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
