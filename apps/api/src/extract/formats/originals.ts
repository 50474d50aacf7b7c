import type { SourceFormat } from '../source-info.js';
import { formatLanguage } from './format-language.js';

/**
 * The original formats: without other languages, and without compressed audio if there is an
 * uncompressed version. ("DRC" audio is compressed so that quiet parts are loud.)
 */
export function originalsOf(formats: readonly SourceFormat[]): SourceFormat[] {
  return withoutCompressed(inOneLanguage(withoutDubs(formats)));
}

/** Removes formats whose language the site ranks below its own. */
function withoutDubs(formats: readonly SourceFormat[]): readonly SourceFormat[] {
  const bestSound = bestLanguage(formats.filter(({ video }) => video === 'no'));
  const best = bestLanguage(formats.filter(({ audio }) => audio !== 'no'));
  // Whole files often don't state their language, but they are not dubbed.
  const isDubbed = ({ audio, language, languagePreference }: SourceFormat): boolean =>
    audio !== 'no' && language !== null && languagePreference < best;
  const pictures = formats.filter((format) => format.video !== 'no' && !isDubbed(format));
  const hasOther = pictures.some(({ audio }) => audio !== 'no' || bestSound > -Infinity);
  return formats.filter((format) =>
    format.video === 'no'
      ? format.languagePreference === bestSound
      : !(hasOther && isDubbed(format)),
  );
}

/** The language and voice as one comparable string; '' if unknown. */
function tongueOf(format: SourceFormat): string {
  const { language, voice } = formatLanguage(format);
  return language === null ? '' : [language, voice].join(' ');
}

/**
 * If the site does not rank languages, one of them is treated as the original. Formats without a
 * language are always kept.
 */
function inOneLanguage(formats: readonly SourceFormat[]): readonly SourceFormat[] {
  const sounds = formats.filter(({ video }) => video === 'no');
  const main = mainTongue(
    sounds.length > 0 ? sounds : formats.filter(({ audio }) => audio !== 'no'),
  );
  const isKept = (format: SourceFormat): boolean =>
    format.audio === 'no' || ['', main].includes(tongueOf(format));
  const hasPicture = formats.some((format) => format.video !== 'no' && isKept(format));
  // A video in another language than the audio is better than no video.
  return formats.filter((format) => isKept(format) || (!hasPicture && format.video !== 'no'));
}

/**
 * The language of the first audio that a player would choose. For HLS, yt-dlp ranks the playlist's
 * default higher.
 */
function mainTongue(voices: readonly SourceFormat[]): string {
  const plain = voices.filter((format) => formatLanguage(format).voice !== 'description');
  const candidates = plain.length > 0 ? plain : voices;
  const best = highest(candidates.map(({ preference }) => preference));
  const preferred = candidates.filter(({ preference }) => preference === best).map(tongueOf);
  return preferred.includes('') ? '' : (preferred[0] ?? '');
}

function bestLanguage(formats: readonly SourceFormat[]): number {
  return highest(formats.map(({ languagePreference }) => languagePreference));
}

/** Replaces `Math.max(...)`, because a page may have more formats than a function call can take as arguments. */
function highest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
}

export function withoutCompressed(formats: readonly SourceFormat[]): SourceFormat[] {
  const hasPlain = formats.some((format) => format.video === 'no' && !isCompressed(format));
  return formats.filter((format) => !(hasPlain && isCompressed(format)));
}

/**
 * True for audio with dynamic range compression, which yt-dlp marks like this: "251-drc", "medium,
 * DRC".
 */
function isCompressed({ id, note, video }: SourceFormat): boolean {
  return video === 'no' && (/-drc(-|$)/i.test(id) || /\bDRC\b/.test(note ?? ''));
}
