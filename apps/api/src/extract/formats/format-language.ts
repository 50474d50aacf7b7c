import type { Voice } from '@dipper/contract';
import type { SourceFormat } from '../source-info.js';

export interface FormatLanguage {
  readonly language: string | null;
  readonly voice: Voice | null;
}

/** yt-dlp's mark for YouTube's audio descriptions: "en-desc". */
const DESCRIBED = /-desc$/i;
const DESCRIPTION = /\b(descriptive|audio ?descri(ption|bed)|audiodes[ck]ri\w+|described video)\b/i;
const MACHINE =
  /\b(auto(matically)?[ -]?(dubbed|generated|translated)|dubbed-auto|ai[ -]?dubbed)\b/i;
/**
 * Codes that do not stand for a single language (ISO 639-2): multiple, none, undetermined, uncoded
 * and private use.
 */
const NO_LANGUAGE = /^(mul|zxx|und|mis|q[a-t][a-z])\b/;
/** The maximum length of a tag. Longer tags contain extensions that have no display name. */
const MAX_TAG_LENGTH = 24;

export function formatLanguage({
  language,
  note,
}: Pick<SourceFormat, 'language' | 'note'>): FormatLanguage {
  const tag = (language ?? '').trim().replaceAll('_', '-');
  const isDescription = DESCRIBED.test(tag) || DESCRIPTION.test(note ?? '');
  const isMachine = MACHINE.test(note ?? '');
  return {
    language: languageTag(tag.replace(DESCRIBED, '')),
    voice: isDescription ? 'description' : isMachine ? 'machine' : null,
  };
}

/**
 * A site's language code as BCP 47. Null for names ("English") and placeholders ("und"), which some
 * sites use instead.
 */
export function languageTag(text: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(text) || text.length > MAX_TAG_LENGTH) {
    return null;
  }
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    return NO_LANGUAGE.test(tag) ? null : tag;
  } catch {
    return null;
  }
}
