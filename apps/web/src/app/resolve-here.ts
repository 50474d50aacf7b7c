import type { DomainConfig } from '@dipper/contract';
import { type PagesOffered, resolve, type Resolution } from '@dipper/site';
import { POSTS } from '../content/post-ids.js';
import { LANGUAGES } from '../i18n/catalogue.js';

/** What the pages of this build are; the server asks the same of its bundle. */
export function pagesOffered(): PagesOffered {
  return { languages: LANGUAGES, posts: POSTS };
}

/** What stands at a path of this site, on the server and in the browser alike. */
export function whereIs(path: string, config: DomainConfig): Resolution {
  return resolve(path, config, pagesOffered());
}

/** The language part of a path as it is written there ("/de"), or '': links are relative to it. */
export function prefixOf(path: string, { language }: Resolution): string {
  return language === null ? '' : `/${path.split('/')[1] ?? ''}`;
}
