import type { Format, Voice } from '@dipper/contract';
import type { Wish } from '@dipper/site';

export interface FormatGroups {
  /** The one marked button. */
  readonly recommended: Format;
  readonly video: readonly Format[];
  readonly audio: readonly Format[];
}

/**
 * Splits formats (best first, at least one) of the original language into what the result card shows.
 * @param wish what the page was asked for: with 'sound' the best sound alone is marked, where it is
 */
export function groupFormats(formats: readonly Format[], wish?: Wish | null): FormatGroups {
  const sound = formats.find(({ is_audio_only, language }) => is_audio_only && language === null);
  const usual = formats.find((format) => format.recommended) ?? formats[0];
  const recommended = wish === 'sound' ? (sound ?? usual) : usual;
  if (recommended === undefined) {
    throw new Error('A result has at least one format (contract)');
  }
  const originals = formats.filter(({ language }) => language === null);
  return {
    recommended,
    video: originals.filter((format) => !format.is_audio_only),
    audio: originals.filter((format) => format.is_audio_only),
  };
}

export interface LanguageGroup {
  /** BCP 47 */
  readonly language: string;
  readonly name: string;
  readonly voice: Voice | null;
  readonly formats: readonly Format[];
}

const VOICES: readonly (Voice | null)[] = [null, 'machine', 'description'];

/**
 * Formats in other languages, by the language's name in that of the page; machines after people, and
 * descriptions after both. The visitor's own languages come first.
 * @param pageLanguage BCP 47
 * @param spoken what the visitor reads, best first, BCP 47
 */
export function groupLanguages(
  formats: readonly Format[],
  pageLanguage: string,
  spoken: readonly string[] = [],
): LanguageGroup[] {
  const names = new Intl.DisplayNames([pageLanguage], { type: 'language' });
  const groups = new Map<string, LanguageGroup & { formats: Format[] }>();
  for (const format of formats) {
    const { language, voice } = format;
    if (language !== null) {
      const key = `${language} ${voice}`;
      const name = nameOf(language, names);
      const group = groups.get(key) ?? { language, name, voice, formats: [] };
      group.formats.push(format);
      groups.set(key, group);
    }
  }
  const { compare } = new Intl.Collator(pageLanguage);
  const own = [...spoken, pageLanguage].map(baseOf);
  const rank = ({ language }: LanguageGroup) => {
    const at = own.indexOf(baseOf(language));
    return at === -1 ? own.length : at;
  };
  return [...groups.values()].sort(
    (a, b) =>
      VOICES.indexOf(a.voice) - VOICES.indexOf(b.voice) ||
      rank(a) - rank(b) ||
      compare(a.name, b.name),
  );
}

function baseOf(tag: string): string | undefined {
  return tag.split('-')[0];
}

/** What is no tag names itself: a newer server may know more of them. */
function nameOf(tag: string, names: Intl.DisplayNames): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
