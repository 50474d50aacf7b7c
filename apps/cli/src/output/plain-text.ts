import { withoutUnsafeCharacters } from '@dipper/media';

/**
 * Makes text from a site or a server safe for file names, and for a terminal, which would interpret
 * control characters. Without characters that reverse the order of others, "fdp.exe" can't look
 * like "exe.pdf".
 */
export const plainText = (text: string): string => withoutUnsafeCharacters(text).trim();

/**
 * JSON for a terminal. `JSON.stringify` does not escape the control characters from U+007F to
 * U+009F.
 */
export const plainJson = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007F-\u009F]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
