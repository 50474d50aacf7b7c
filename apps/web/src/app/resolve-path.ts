import type { DomainConfig } from '@dipper/contract';
import { type PagesOffered, resolve, type Resolution } from '@dipper/site';
import { isTranslated } from '../content/is-translated.js';
import { POSTS } from '../content/post-ids.js';
import { LANGUAGES } from '../i18n/languages.js';

/** The languages and posts of this build. The server reads them from its bundle, too. */
export function pagesOffered(): PagesOffered {
  return { languages: LANGUAGES, posts: POSTS, isTranslated };
}

/**
 * Resolves a path of this site, both on the server and in the browser. The paths and the kinds of
 * pages are in libs/site.
 */
export function resolvePath(path: string, config: DomainConfig): Resolution {
  return resolve(path, config, pagesOffered());
}

/** Returns a path's language prefix as written ("/de"), or ''. Links are relative to it. */
export function prefixOf(path: string, { language }: Resolution): string {
  return language === null ? '' : `/${path.split('/')[1] ?? ''}`;
}
