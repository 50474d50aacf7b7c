import type { SourceFormat } from '../source-info.js';
import { formatLanguage } from './format-language.js';

/**
 * The original formats: without other languages, and without compressed audio ("DRC": quiet parts made
 * loud) if there is a plain one.
 */
export function originalsOf(formats: readonly SourceFormat[]): SourceFormat[] {
  return withoutCompressed(inOneLanguage(withoutDubs(formats)));
}

/** Without formats whose language the site ranks below its own. */
function withoutDubs(formats: readonly SourceFormat[]): readonly SourceFormat[] {
  const bestSound = bestLanguage(formats.filter(({ video }) => video === 'no'));
  const best = bestLanguage(formats.filter(({ audio }) => audio !== 'no'));
  // Whole files often don't state their language; those are no dubs.
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

/** Language and voice as one comparable string; '' if unknown. */
function tongueOf(format: SourceFormat): string {
  const { language, voice } = formatLanguage(format);
  return language === null ? '' : [language, voice].join(' ');
}

/** If the site ranks no language, one counts as its own. Formats without a language always stay. */
function inOneLanguage(formats: readonly SourceFormat[]): readonly SourceFormat[] {
  const sounds = formats.filter(({ video }) => video === 'no');
  const main = mainTongue(
    sounds.length > 0 ? sounds : formats.filter(({ audio }) => audio !== 'no'),
  );
  const isKept = (format: SourceFormat): boolean =>
    format.audio === 'no' || ['', main].includes(tongueOf(format));
  const hasPicture = formats.some((format) => format.video !== 'no' && isKept(format));
  // A video in another language than the audio is better than none.
  return formats.filter((format) => isKept(format) || (!hasPicture && format.video !== 'no'));
}

/**
 * The language of the first audio that a player would choose: yt-dlp prefers the default of an HLS
 * playlist.
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

/** Not `Math.max(...)`: a page may have more formats than a call takes arguments. */
function highest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
}

/** Leaves out compressed audio if there is a plain one. */
export function withoutCompressed(formats: readonly SourceFormat[]): SourceFormat[] {
  const hasPlain = formats.some((format) => format.video === 'no' && !isCompressed(format));
  return formats.filter((format) => !(hasPlain && isCompressed(format)));
}

/** Dynamic range compression, as yt-dlp marks it: "251-drc", "medium, DRC". */
function isCompressed({ id, note, video }: SourceFormat): boolean {
  return video === 'no' && (/-drc(-|$)/i.test(id) || /\bDRC\b/.test(note ?? ''));
}
