/*
 * The characters that text from outside must not contain, depending on where the text goes. Each
 * set is written for the brackets of a pattern with the flag `u`, so that a caller can add its own
 * characters: new RegExp(`[${CONTROLS}\\s]`, 'u'). They are plain strings, because bundlers keep a
 * String.raw`…` that nothing uses.
 */

/** Control characters, which end lines and fields, and which a terminal obeys. */
export const CONTROLS = '\\p{Cc}';

/** Control characters and lone surrogates, which no field of one line needs. */
export const UNPRINTABLE = `${CONTROLS}\\p{Cs}`;

/** What XML 1.0 does not allow, even escaped. */
export const NOT_XML = '\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\p{Cs}\\uFFFE\\uFFFF';

/** Everything that is unprintable, or that changes text without being drawn itself. */
export const INVISIBLE = `${CONTROLS}\\p{Cf}\\p{Cs}`;

/** Zero-width (non-)joiners. Many scripts and emoji need them. */
export const JOINERS = '\\u200C\\u200D';

/** The left-to-right mark and the right-to-left mark, which affect only their neighbors. */
export const DIRECTION_MARKS = '\\u200E\\u200F';

/** Spaces and operators without a width, soft hyphens and byte order marks. */
export const ZERO_WIDTH_SPACES = '\\u00AD\\u200B\\u2060-\\u2064\\uFEFF';

/** Letters, vowels and selectors that are not drawn, and deprecated characters. */
export const FILLERS =
  '\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u206A-\\u206F\\u3164\\uFFA0\\uFFFC';

/** Everything without a width that an app may insert into a link. */
export const ZERO_WIDTH = `${ZERO_WIDTH_SPACES}${JOINERS}${DIRECTION_MARKS}`;

/** The characters that embed, isolate or override a direction of text, and the Arabic letter mark. */
const DIRECTION_CONTROLS = '\\u061C\\u202A-\\u202E\\u2066-\\u2069';

/**
 * Characters that untrusted text must not add to our text: control characters, lone surrogates,
 * line and paragraph separators, and the characters that embed or override the text direction or
 * hide in it (Unicode TR 36, §2.5.3). The direction marks are allowed, because Hebrew and Arabic
 * titles need them.
 */
export const UNSAFE = `${UNPRINTABLE}\\p{Zl}\\p{Zp}${DIRECTION_CONTROLS}\\uFEFF\\uFFF9-\\uFFFB`;

const RUN_OF_UNSAFE = new RegExp(`[${UNSAFE}]+`, 'gu');

export const hasUnsafeCharacters = (text: string): boolean => text.search(RUN_OF_UNSAFE) !== -1;

/** Replaces each run of unsafe characters with a space. */
export const withoutUnsafeCharacters = (text: string): string => text.replace(RUN_OF_UNSAFE, ' ');

/** Puts untrusted text on one line: without unsafe characters, and with single spaces. */
export const oneLine = (text: string): string =>
  withoutUnsafeCharacters(text).replace(/\s+/g, ' ').trim();
