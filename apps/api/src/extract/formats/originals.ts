import type { SourceFormat } from '../source-info.js';

/**
 * The formats as the page was made: without other languages where the site tells which is the
 * original, and without sounds whose quiet parts were made loud ("DRC") where there is a plain one.
 */
export function originalsOf(formats: readonly SourceFormat[]): SourceFormat[] {
  return withoutCompressed(withoutDubs(formats));
}

function withoutDubs(formats: readonly SourceFormat[]): SourceFormat[] {
  const bestSound = bestLanguage(formats.filter(({ video }) => video === 'no'));
  const best = bestLanguage(formats.filter(({ audio }) => audio !== 'no'));
  // Whole files often have no word on their language: these are no dubs.
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

function bestLanguage(formats: readonly SourceFormat[]): number {
  return Math.max(...formats.map(({ languagePreference }) => languagePreference));
}

function withoutCompressed(formats: readonly SourceFormat[]): SourceFormat[] {
  const hasPlain = formats.some((format) => format.video === 'no' && !isCompressed(format));
  return formats.filter((format) => !(hasPlain && isCompressed(format)));
}

/** Dynamic range compression, as yt-dlp marks it: "251-drc", "medium, DRC". */
function isCompressed({ id, note, video }: SourceFormat): boolean {
  return video === 'no' && (/-drc(-|$)/i.test(id) || /\bDRC\b/.test(note ?? ''));
}
