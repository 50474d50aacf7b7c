/**
 * Characters that untrusted text must not carry into a line of ours: control characters, lone
 * surrogates, line and paragraph separators, and the characters that embed or override the text
 * direction or hide in it (Unicode TR 36, §2.5.3). The direction marks U+200E and U+200F are
 * allowed, because Hebrew and Arabic titles need them and they only order their neighbours.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]+/gu;

export const hasUnsafeCharacters = (text: string): boolean => text.search(UNSAFE) !== -1;

/** Replaces each run of unsafe characters by a space. */
export const withoutUnsafeCharacters = (text: string): string => text.replace(UNSAFE, ' ');

/** Puts untrusted text on one line: without unsafe characters, and with single spaces. */
export const oneLine = (text: string): string =>
  withoutUnsafeCharacters(text).replace(/\s+/g, ' ').trim();
