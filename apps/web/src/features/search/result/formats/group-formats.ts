import { isConverted } from '@dipper/client';
import type { Format, Voice } from '@dipper/contract';
import { languageNames, languageRank } from '../../../../lib/text/language-names.js';

/** The formats in the original language. */
export interface FormatGroups {
  readonly video: readonly Format[];
  /** The source's own audio. */
  readonly audio: readonly Format[];
  readonly converted: readonly Format[];
}

/** Splits the original-language formats (best first) into the groups of the result card. */
export function groupFormats(formats: readonly Format[]): FormatGroups {
  const originals = formats.filter(({ language }) => language === null);
  const sounds = originals.filter((format) => format.is_audio_only);
  return {
    video: originals.filter((format) => !format.is_audio_only),
    audio: sounds.filter((format) => !isConverted(format)),
    converted: sounds.filter(isConverted),
  };
}

export interface LanguageGroup {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly name: string;
  readonly voice: Voice | null;
  readonly formats: readonly Format[];
}

const VOICES: readonly (Voice | null)[] = [null, 'machine', 'description'];

/**
 * Groups the formats in other languages: human dubs, then auto-dubs, then audio descriptions.
 * Within each, the visitor's own languages come first, and the others are sorted by their names in
 * the page's language.
 * @param pageLanguage the page's language (BCP 47)
 * @param spoken the visitor's languages, best first, BCP 47
 */
export function groupLanguages(
  formats: readonly Format[],
  pageLanguage: string,
  spoken: readonly string[] = [],
): LanguageGroup[] {
  const nameOf = languageNames(pageLanguage);
  const groups = new Map<string, LanguageGroup & { formats: Format[] }>();
  for (const format of formats) {
    const { language, voice } = format;
    if (language !== null) {
      const key = `${language} ${voice}`;
      const name = nameOf(language);
      const group = groups.get(key) ?? { language, name, voice, formats: [] };
      group.formats.push(format);
      groups.set(key, group);
    }
  }
  const { compare } = new Intl.Collator(pageLanguage);
  const own = [...spoken, pageLanguage];
  const rank = ({ language }: LanguageGroup) => languageRank(language, own);
  return [...groups.values()].sort(
    (a, b) =>
      VOICES.indexOf(a.voice) - VOICES.indexOf(b.voice) ||
      rank(a) - rank(b) ||
      compare(a.name, b.name),
  );
}
