import { FORM_QUERY, HOME_QUERY, PREVIEW_QUERY } from './query-parameters.js';

/** Properties shared by all pages of a kind. */
export interface PageKindRow {
  /** i18n namespaces of its texts; `common` is always loaded and not listed. */
  readonly namespaces: readonly string[];
  /**
   * Search engines may index it, and its HTML is the same for everybody until the configuration
   * changes.
   */
  readonly indexable: boolean;
  /** Query parameters that change what it shows; any other (`utm_source`) changes nothing. */
  readonly query: readonly string[];
  /**
   * Its long texts, named as in apps/web/src/content/{language}, with the page's own `{platform}`
   * and `{id}`.
   */
  readonly content?: readonly string[];
}

/** Every kind of page. A kind has one component; a page is a kind with parameters. */
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
  privacy: { namespaces: ['reading'], indexable: true, query: [], content: ['privacy'] },
  terms: { namespaces: ['reading'], indexable: true, query: [], content: ['terms'] },
  glossary: { namespaces: ['reading'], indexable: true, query: [], content: ['glossary'] },
  dmca: { namespaces: ['reading'], indexable: true, query: [], content: ['dmca'] },
  cookies: { namespaces: ['reading', 'consent'], indexable: true, query: [], content: ['cookies'] },
  // The plans are shown to everybody; nothing is sold, so they are not indexed.
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
  'short-link': { namespaces: ['shortLink', 'search'], indexable: false, query: [] },
  // Shown by the service worker when offline.
  offline: { namespaces: ['offline'], indexable: false, query: [] },
  'not-found': { namespaces: ['notFound', 'search'], indexable: false, query: [] },
} as const satisfies Readonly<Record<string, PageKindRow>>;

export type PageKind = keyof typeof PAGE_KINDS;

/**
 * Namespaces outside the pages themselves: `common` for all, `consent` for the banner, `returning`
 * for the downloads in this browser, `wishes` for clips, subtitles and the like, `list` for links
 * to lists, `offer` for the offer of another language, `account`, `profile` and `history` for
 * domains with accounts.
 */
type BesidePages =
  | ('common' | 'consent' | 'returning' | 'wishes' | 'list' | 'offer')
  | ('account' | 'profile' | 'history');

/** Any i18n namespace. */
export type Namespace = BesidePages | (typeof PAGE_KINDS)[PageKind]['namespaces'][number];

/** The row of a kind. */
export function pageKind(
  kind: PageKind,
): PageKindRow & { readonly namespaces: readonly Namespace[] } {
  return PAGE_KINDS[kind];
}

/** The long texts of a page, each its own chunk: "landing/youtube", "posts/why-no-sound". */
export function contentOf(
  kind: PageKind,
  { platform = '', id = '' }: { readonly platform?: string; readonly id?: string },
): readonly string[] {
  const { content = [] } = pageKind(kind);
  return content.map((key) => key.replace('{platform}', platform).replace('{id}', id));
}
