import { DEFAULT_LANGUAGE, PSEUDO_LANGUAGES } from '@dipper/site';
import type { Request } from 'express';

/** Name of the query parameter and of the cookie. */
export const LANGUAGE = 'lang';

function among(languages: readonly string[], tag: string | undefined): string | null {
  const asked = tag?.toLowerCase();
  return languages.find((language) => language.toLowerCase() === asked) ?? null;
}

/** What the visitor asks for, or has asked for before; null where nobody did. */
export interface LanguageChoice {
  /** `?lang=` of the address. */
  readonly asked: string | undefined;
  /** The cookie. */
  readonly remembered: string | undefined;
}

/**
 * The language of a page whose path does not say it: as asked for, as chosen before, or the best of
 * those that the browser accepts (RFC 9110 §12.5.4: all of them, by weight).
 * @param languages those that have texts, the default first
 * @param isTested pseudo-languages can be asked for, too: not in production
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
    // Express gives the first of the list where the header is missing.
    (request.acceptsLanguages([...languages]) || DEFAULT_LANGUAGE)
  );
}

/** The tag to remember where one was asked for that we have; null otherwise. */
export function choiceToKeep({ asked }: LanguageChoice, chosen: string): string | null {
  return asked !== undefined && asked.toLowerCase() === chosen.toLowerCase() ? chosen : null;
}
