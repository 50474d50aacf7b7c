import { FORM_QUERY, HOME_QUERY, PREVIEW_QUERY } from './query-parameters.js';

/** What there is to know about every page of a kind. */
export interface PageKindRow {
  /** i18n namespaces of its texts; `common` is always there and not listed. */
  readonly namespaces: readonly string[];
  /** Search engines may list it, and its HTML is the same for everybody until the config changes. */
  readonly indexable: boolean;
  /** Query parameters that change what it shows; any other (`utm_source`) changes nothing. */
  readonly query: readonly string[];
  /**
   * Its long texts, as named in apps/web/src/content/{language}: `{platform}` and `{id}` are the
   * page's own.
   */
  readonly content?: readonly string[];
}

/** Every kind of page, one row each. A kind has one component; a page is a kind and its parameters. */
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
  // What a plan gives is said to everybody; nothing is sold, and search engines need not know.
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
  // What a service worker shows where there is no connection.
  offline: { namespaces: ['offline'], indexable: false, query: [] },
  'not-found': { namespaces: ['notFound', 'search'], indexable: false, query: [] },
} as const satisfies Readonly<Record<string, PageKindRow>>;

export type PageKind = keyof typeof PAGE_KINDS;

/**
 * Namespaces of what stands around the pages: `common` on each of them, `consent` where visitors are
 * asked, `returning` where this browser left merges behind, `wishes` where something else than an
 * offered file is made, `list` where a link has several things behind it, `account`, `profile` and
 * `history` where a domain has accounts.
 */
type BesidePages =
  | ('common' | 'consent' | 'returning' | 'wishes' | 'list')
  | ('account' | 'profile' | 'history');

/** Any i18n namespace. */
export type Namespace = BesidePages | (typeof PAGE_KINDS)[PageKind]['namespaces'][number];

/** The kinds that have a page in apps/web; the others answer 404 until they are added here. */
export const SERVED_KINDS = [
  ...(['home', 'landing', 'podcasts', 'guide', 'blog', 'post'] as const),
  ...([
    'help',
    'glossary',
    'privacy',
    'terms',
    'dmca',
    'cookies',
    'subscription',
    'upgrade',
  ] as const),
  ...(['preview', 'short-link', 'offline', 'not-found'] as const),
] as const satisfies readonly PageKind[];

export type ServedKind = (typeof SERVED_KINDS)[number];

/** The namespaces of the kinds that are served: without texts for each, apps/web does not compile. */
export type ServedNamespace = BesidePages | (typeof PAGE_KINDS)[ServedKind]['namespaces'][number];

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
