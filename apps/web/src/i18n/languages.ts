import { ACCOUNT_LANGUAGES } from '@dipper/contract';

/** Languages whose texts are not complete yet. Their folders have no effect. */
const UNFINISHED: readonly string[] = [];

/** The languages of the pages, the default one first. */
export const LANGUAGES: readonly (typeof ACCOUNT_LANGUAGES)[number][] = ACCOUNT_LANGUAGES.filter(
  (language) => !UNFINISHED.includes(language),
);
