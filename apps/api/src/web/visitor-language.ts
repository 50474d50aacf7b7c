import { DEFAULT_LANGUAGE, PSEUDO_LANGUAGES } from '@dipper/site';
import type { Request } from 'express';

/** Name of the query parameter and of the cookie. */
export const LANGUAGE = 'lang';

function among(languages: readonly string[], tag: string | undefined): string | null {
  const asked = tag?.toLowerCase();
  return languages.find((language) => language.toLowerCase() === asked) ?? null;
}

/** The visitor's request and earlier choice; null where there is none. */
export interface LanguageChoice {
  /** `?lang=` of the URL. */
  readonly asked: string | undefined;
  /** The cookie. */
  readonly remembered: string | undefined;
}

/**
 * The language of a page whose path names none: as requested, as chosen before, or the browser's
 * best match (RFC 9110 §12.5.4, by weight).
 * @param languages those with texts, the default first
 * @param isTested also allows pseudo-languages; never in production
 */
export function visitorLanguage(
  request: Pick<Request, 'acceptsLanguages'>,
  { asked, remembered }: LanguageChoice,
  languages: readonly string[],
  isTested: boolean,
): string {
  const offered = isTested ? [...languages, ...PSEUDO_LANGUAGES] : languages;
  return (
    among(offered, asked) ??
    among(offered, remembered) ??
    // Without the header, Express returns the first of the list.
    (request.acceptsLanguages([...languages]) || DEFAULT_LANGUAGE)
  );
}

/** The language to remember, if an available one was requested; else null. */
export function choiceToKeep({ asked }: LanguageChoice, chosen: string): string | null {
  return asked !== undefined && asked.toLowerCase() === chosen.toLowerCase() ? chosen : null;
}
