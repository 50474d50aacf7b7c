import { INVISIBLE } from '@dipper/media';
import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import type { ErrorCode } from '../../messages/errors.js';
import { ONE_LINE } from '../text-patterns.js';

/*
 * The input of the account forms (specification §5). The message of each check is an error code:
 * the server replies with it, and forms show the sentence for it.
 */

const says = (code: ErrorCode) => code;

const EMAIL_TEXT = String.raw`[^\s@${INVISIBLE}]+`;

/**
 * An address consists of text, a single @, text, a dot, and text. Spaces and invisible characters
 * are not allowed. With them, one mailbox could have many addresses, each with its own limit for
 * emails. Case and surrounding spaces are ignored.
 */
export const emailSchema = z.string(says('EMAIL_INVALID')).check(
  z.trim(),
  // The pattern takes quadratic time, so long input is rejected first.
  z.maxLength(LIMITS.emailLength, { error: says('EMAIL_INVALID'), abort: true }),
  z.regex(
    new RegExp(String.raw`^${EMAIL_TEXT}@${EMAIL_TEXT}\.${EMAIL_TEXT}$`, 'u'),
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

/** A password to compare. Passwords that are too long are rejected without being hashed. */
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

/** One line of free text. */
export const nameSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.nameLength), z.regex(ONE_LINE));
