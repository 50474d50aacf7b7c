import type { ACCOUNT_LANGUAGES } from '@dipper/contract';

/**
 * The languages of the pages, the default first: of those that an account may prefer, the ones whose
 * texts are complete. A folder that is not listed here is work in progress and changes nothing.
 */
export const LANGUAGES: readonly (typeof ACCOUNT_LANGUAGES)[number][] = ['en'];
