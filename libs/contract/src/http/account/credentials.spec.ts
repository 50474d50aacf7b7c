import { emailSchema, nameSchema, newPasswordSchema } from './credentials.js';

/** The parsed value, or the error codes. */
function parse(schema: typeof emailSchema, text: unknown): unknown {
  const { success, data, error } = schema.safeParse(text);
  return success ? data : error.issues.map(({ message }) => message);
}

it.each([
  ['me@dipper.example', 'me@dipper.example'],
  [' Me@Dipper.Example\n', 'Me@Dipper.Example'],
  ['größe@bücher.example', 'größe@bücher.example'],
  ["o'neil+tag@a.b", "o'neil+tag@a.b"],
  ['me@localhost', ['EMAIL_INVALID']],
  ['me@me@dipper.example', ['EMAIL_INVALID']],
  ['me you@dipper.example', ['EMAIL_INVALID']],
  ['me@dipper.example\0', ['EMAIL_INVALID']],
  ['me\ud800@dipper.example', ['EMAIL_INVALID']],
  ['me@dipper.example\u200b', ['EMAIL_INVALID']],
  ['\u202eme@dipper.example', ['EMAIL_INVALID']],
  ['@dipper.example', ['EMAIL_INVALID']],
  [`${'x'.repeat(250)}@a.b`, `${'x'.repeat(250)}@a.b`],
  // There is only one code, because the pattern, which would backtrack over 60,000 dots for
  // seconds, is skipped.
  [`${'x'.repeat(251)}@a.b`, ['EMAIL_INVALID']],
  [`a@${'.'.repeat(300)}\0`, ['EMAIL_INVALID']],
  [['me@dipper.example'], ['EMAIL_INVALID']],
  [undefined, ['EMAIL_INVALID']],
])('emailSchema parses %j as %j', (text, expected) => {
  expect(parse(emailSchema, text)).toEqual(expected);
});

it.each([
  ['Aa345678', 'Aa345678'],
  ['Ää٣45678 \0😀', 'Ää٣45678 \0😀'],
  [`Aa1${'x'.repeat(125)}`, `Aa1${'x'.repeat(125)}`],
  [`Aa1${'x'.repeat(126)}`, ['PASSWORD_TOO_LONG']],
  ['Aa34567', ['PASSWORD_TOO_SHORT']],
  ['aa345678', ['PASSWORD_NEEDS_UPPERCASE']],
  ['AA345678', ['PASSWORD_NEEDS_LOWERCASE']],
  ['Aabcdefg', ['PASSWORD_NEEDS_NUMBER']],
  [12345678, ['PASSWORD_REQUIRED']],
])('newPasswordSchema parses %j as %j', (text, expected) => {
  expect(parse(newPasswordSchema, text)).toEqual(expected);
});

it.each([
  ['<b>"O\'Neil" & 😀', true],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['a\nb', false],
  ['a\0', false],
  ['\udc00', false],
])('nameSchema accepts %j: %s', (text, isValid) => {
  expect(nameSchema.safeParse(text).success).toBe(isValid);
});
