const PLAIN = 'abcdefghijklmnopqrstuvwxyz';
const OTHER = 'àƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýž';

/**
 * How much longer pseudo-translations are, as a share. German or Finnish texts may be that much
 * longer than English ones.
 */
const LONGER = 0.5;
const FILL_WORD = 'ẋẋẋẋẋẋ ';

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = OTHER[PLAIN.indexOf(letter.toLowerCase())] ?? letter;
    return letter >= 'a' ? other : other.toUpperCase();
  });
}

/**
 * Pseudo-translates a text: replaces every letter, keeps placeholders, and makes the text half as
 * long again.
 */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\{.*?\}\})/);
  const letters = parts.filter((part) => !part.startsWith('{{')).join('').length;
  const fill = FILL_WORD.repeat(letters).slice(0, Math.ceil(letters * LONGER));
  const changed = parts.map((part) => (part.startsWith('{{') ? part : accented(part))).join('');
  return `${changed} ${fill}`.trim();
}

/** Arabic has all six plural forms. */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

function withAllForms(texts: Record<string, unknown>): Record<string, unknown> {
  const missing = Object.entries(texts).flatMap(([key, text]) =>
    key.endsWith('_other') ? FORMS.map((form) => [key.replace(/other$/, form), text] as const) : [],
  );
  return { ...Object.fromEntries(missing), ...texts };
}

/**
 * Returns the texts of a pseudo-language (CLDR's en-XA and ar-XB): English made unrecognizable, so
 * that text from outside the catalog stands out.
 */
export function pseudoTexts(texts: object): object {
  const changed = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string' ? pseudo(value) : pseudoTexts(value as object),
  ]);
  return withAllForms(Object.fromEntries(changed) as Record<string, unknown>);
}
