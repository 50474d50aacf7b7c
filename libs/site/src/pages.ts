import { SHORT_ID } from '@dipper/contract';
import { type PlatformId, PLATFORMS } from '@dipper/media';
import { DEFAULT_LANGUAGE } from './language-tags.js';
import type { PageKind } from './page-kinds.js';

/** What tells the pages of one kind apart. */
export interface PageParams {
  /** Of a landing page: the platform it is about. */
  readonly platform?: PlatformId;
  /** Of a post or a short link; '' of an address that cannot be a short link. */
  readonly id?: string;
}

/** The parameters that every page of a kind has. */
export type ParamsOf<Kind extends PageKind> = Kind extends 'landing' | 'podcasts'
  ? Required<Pick<PageParams, 'platform'>>
  : Kind extends 'post' | 'short-link'
    ? Required<Pick<PageParams, 'id'>>
    : PageParams;

export interface Page {
  readonly kind: PageKind;
  /** Its main path, in the default language. */
  readonly path: string;
  readonly params: PageParams;
}

const page = (kind: PageKind, path: string, platform?: PlatformId): Page => ({
  kind,
  path,
  params: platform === undefined ? {} : { platform },
});

/** Every page that has a fixed path, in the order of the sitemap (specification §2). */
export const PAGES: readonly Page[] = [
  page('home', '/'),
  ...PLATFORMS.filter(({ landing }) => landing).map(({ id }) =>
    page('landing', `/${id}-downloader`, id),
  ),
  // The component of the Apple Podcasts page, with a heading and a canonical link of its own.
  page('podcasts', '/podcast-downloader', 'apple-podcasts'),
  page('guide', '/how-to-download-videos'),
  page('blog', '/blog'),
  page('help', '/help-center'),
  page('privacy', '/privacy-policy'),
  page('terms', '/terms-of-service'),
  page('glossary', '/terms-glossary'),
  page('dmca', '/dmca-policy'),
  page('cookies', '/cookie-settings'),
  page('subscription', '/subscription'),
  page('upgrade', '/upgrade'),
  page('preview', '/preview'),
  page('offline', '/offline'),
];

/** The page of a post that there is. @param id in lower case */
export function postPage(id: string): Page {
  return { kind: 'post', path: `/blog/${id}`, params: { id } };
}

/**
 * The page of `/p/{id}`: shown where the server knows no such link, as it redirects those it knows
 * (apps/api/src/share). An id that no link can have is '' to the page.
 */
export function shortLinkPage(id: string): Page {
  return { kind: 'short-link', path: '/p', params: { id: SHORT_ID.test(id) ? id : '' } };
}

/** A path of the default language in another one: "/preview" in "de" is "/de/preview", "/" is "/de". */
export function pathIn(language: string | null, path: string): string {
  if (language === null || language === DEFAULT_LANGUAGE) {
    return path;
  }
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** Lower case for A to Z alone: Unicode's would make a "k" of the Kelvin sign. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
