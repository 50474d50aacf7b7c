import { SHORT_ID } from '@dipper/contract';
import { type PlatformId, PLATFORMS } from '@dipper/media';
import { DEFAULT_LANGUAGE } from './language-tags.js';
import type { PageKind } from './page-kinds.js';

export interface PageParams {
  readonly platform?: PlatformId;
  /** The id of a post or a short link; '' for a path that can't belong to a short link. */
  readonly id?: string;
}

export type ParamsOf<Kind extends PageKind> = Kind extends 'landing' | 'podcasts'
  ? Required<Pick<PageParams, 'platform'>>
  : Kind extends 'post' | 'short-link'
    ? Required<Pick<PageParams, 'id'>>
    : PageParams;

export interface Page {
  readonly kind: PageKind;
  /** The page's main path, in the default language. */
  readonly path: string;
  readonly params: PageParams;
}

const page = (kind: PageKind, path: string, platform?: PlatformId): Page => ({
  kind,
  path,
  params: platform === undefined ? {} : { platform },
});

/** Every page with a fixed path, in the order of the sitemap (specification §2). */
export const PAGES: readonly Page[] = [
  page('home', '/'),
  ...PLATFORMS.filter(({ landing }) => landing).map(({ id }) =>
    page('landing', `/${id}-downloader`, id),
  ),
  // Like the page for Apple Podcasts, but with its own heading and canonical link.
  page('podcasts', '/podcast-downloader', 'apple-podcasts'),
  page('guide', '/how-to-download-videos'),
  page('blog', '/blog'),
  page('help', '/help-center'),
  page('status', '/status'),
  page('developers', '/developers'),
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

/** The page of an existing post. @param id in lower case */
export function postPage(id: string): Page {
  return { kind: 'post', path: `/blog/${id}`, params: { id } };
}

/**
 * The page at `/p/{id}`. It is shown only for unknown links, because the server redirects known
 * ones (apps/api/src/share). An impossible id becomes ''.
 */
export function shortLinkPage(id: string): Page {
  return { kind: 'short-link', path: '/p', params: { id: SHORT_ID.test(id) ? id : '' } };
}

/**
 * The path of a page in another language: "/preview" in "de" is "/de/preview", and "/" is "/de".
 */
export function pathIn(language: string | null, path: string): string {
  if (language === null || language === DEFAULT_LANGUAGE) {
    return path;
  }
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/**
 * Puts only the letters A to Z in lower case. Unicode's rules would turn the Kelvin sign into "k".
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
