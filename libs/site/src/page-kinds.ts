import { FORM_QUERY, HOME_QUERY, PREVIEW_QUERY } from './query-parameters.js';

export interface PageKindRow {
  /** The i18n namespaces of the page's strings. `common` is always loaded and not listed. */
  readonly namespaces: readonly string[];
  /**
   * True if search engines may index the page, and its HTML is the same for everybody until the
   * configuration changes.
   */
  readonly indexable: boolean;
  /**
   * The query parameters that change what the page shows. All others (`utm_source`) change nothing.
   */
  readonly query: readonly string[];
  /**
   * The page's long-form content, named as in apps/web/src/content/{language}. `{platform}` and
   * `{id}` stand for the page's parameters.
   */
  readonly content?: readonly string[];
}

/** Every kind of page. A kind has one component, and a page is a kind with parameters. */
export const PAGE_KINDS = {
  home: {
    namespaces: ['home', 'search'],
    indexable: true,
    query: HOME_QUERY,
  },
  landing: {
    namespaces: ['landing', 'search', 'labels'],
    indexable: true,
    query: FORM_QUERY,
    content: ['landing/{platform}'],
  },
  podcasts: {
    namespaces: ['landing', 'search', 'labels'],
    indexable: true,
    query: FORM_QUERY,
    content: ['landing/podcasts'],
  },
  guide: { namespaces: ['reading', 'labels'], indexable: true, query: [], content: ['guide'] },
  blog: { namespaces: ['blog', 'reading'], indexable: true, query: [], content: ['posts'] },
  post: {
    namespaces: ['blog', 'reading', 'labels'],
    indexable: true,
    query: [],
    content: ['posts', 'posts/{id}'],
  },
  help: {
    namespaces: ['help', 'reading', 'errors', 'labels'],
    indexable: true,
    query: [],
    content: ['help'],
  },
  // This page is not indexed, because it would be out of date in search results.
  status: { namespaces: ['status', 'reading'], indexable: false, query: [] },
  developers: {
    namespaces: ['reading'],
    indexable: true,
    query: [],
    content: ['developers'],
  },
  privacy: { namespaces: ['reading', 'legal'], indexable: true, query: [], content: ['privacy'] },
  terms: { namespaces: ['reading', 'legal'], indexable: true, query: [], content: ['terms'] },
  glossary: { namespaces: ['reading'], indexable: true, query: [], content: ['glossary'] },
  dmca: { namespaces: ['reading', 'legal'], indexable: true, query: [], content: ['dmca'] },
  cookies: {
    namespaces: ['reading', 'consent', 'legal'],
    indexable: true,
    query: [],
    content: ['cookies'],
  },
  // Everybody can see the plans, but nothing is sold, so the page is not indexed.
  subscription: {
    namespaces: ['reading'],
    indexable: false,
    query: [],
    content: ['subscription'],
  },
  upgrade: { namespaces: ['reading'], indexable: false, query: [], content: ['upgrade'] },
  preview: {
    namespaces: ['preview', 'search', 'share', 'errors'],
    indexable: false,
    query: PREVIEW_QUERY,
  },
  'short-link': { namespaces: ['shortLink', 'search', 'offline'], indexable: false, query: [] },
  // The service worker shows this page when offline.
  offline: { namespaces: ['offline'], indexable: false, query: [] },
  'not-found': { namespaces: ['notFound', 'search'], indexable: false, query: [] },
} as const satisfies Readonly<Record<string, PageKindRow>>;

export type PageKind = keyof typeof PAGE_KINDS;

/**
 * The namespaces that belong to no kind of page: `common` for all pages, `consent` for the banner,
 * `recentDownloads` for the downloads in this browser, `extras` for clips, subtitles and the like,
 * `list` for links to lists, `languageOffer` for the offer of another language, `account`,
 * `profile` and `history` for domains with accounts, and `zip` for text files that the server adds
 * to a zip.
 */
type BesidePages =
  | ('common' | 'consent' | 'recentDownloads' | 'extras' | 'list' | 'languageOffer')
  | ('account' | 'profile' | 'history' | 'zip');

export type Namespace = BesidePages | (typeof PAGE_KINDS)[PageKind]['namespaces'][number];

export function pageKind(
  kind: PageKind,
): PageKindRow & { readonly namespaces: readonly Namespace[] } {
  return PAGE_KINDS[kind];
}

/**
 * The names of a page's long-form content, each of which is a chunk: "landing/youtube",
 * "posts/why-no-sound".
 */
export function contentOf(
  kind: PageKind,
  { platform = '', id = '' }: { readonly platform?: string; readonly id?: string },
): readonly string[] {
  const { content = [] } = pageKind(kind);
  return content.map((key) => key.replace('{platform}', platform).replace('{id}', id));
}
