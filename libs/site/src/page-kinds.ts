import { FORM_QUERY, HOME_QUERY, PREVIEW_QUERY } from './query-parameters.js';

/** The properties that all pages of a kind share. */
export interface PageKindRow {
  /** The i18n namespaces of the page's texts. `common` is always loaded and is not listed. */
  readonly namespaces: readonly string[];
  /**
   * True if search engines may index the page, and its HTML is the same for everyone until the
   * configuration changes.
   */
  readonly indexable: boolean;
  /**
   * The query parameters that change what the page shows. Any other parameter (`utm_source`)
   * changes nothing.
   */
  readonly query: readonly string[];
  /**
   * The page's long texts, by their names in apps/web/src/content/{language}. `{platform}` and
   * `{id}` are replaced with those of the page.
   */
  readonly content?: readonly string[];
}

/** Every kind of page. A kind has one component; a page is a kind with its parameters. */
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
  // The plans are shown to everyone, but they are not indexed, because nothing is sold.
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
  // The service worker shows this page when the browser is offline.
  offline: { namespaces: ['offline'], indexable: false, query: [] },
  'not-found': { namespaces: ['notFound', 'search'], indexable: false, query: [] },
} as const satisfies Readonly<Record<string, PageKindRow>>;

export type PageKind = keyof typeof PAGE_KINDS;

/**
 * The namespaces that do not belong to a single page: `common` for all pages, `consent` for the
 * banner, `returning` for the downloads in this browser, `wishes` for clips, subtitles and the
 * like, `list` for links to lists, and `account`, `profile` and `history` for domains with
 * accounts.
 */
type BesidePages =
  | ('common' | 'consent' | 'returning' | 'wishes' | 'list')
  | ('account' | 'profile' | 'history');

/** Any i18n namespace. */
export type Namespace = BesidePages | (typeof PAGE_KINDS)[PageKind]['namespaces'][number];

/**
 * The kinds that have a page in apps/web. Other kinds answer with a 404 until they are added here.
 */
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

/**
 * The namespaces of the kinds that are served. apps/web does not compile unless each of them has
 * texts.
 */
export type ServedNamespace = BesidePages | (typeof PAGE_KINDS)[ServedKind]['namespaces'][number];

/** The row of a kind. */
export function pageKind(
  kind: PageKind,
): PageKindRow & { readonly namespaces: readonly Namespace[] } {
  return PAGE_KINDS[kind];
}

/**
 * The long texts of a page. Each is a chunk of its own: "landing/youtube", "posts/why-no-sound".
 */
export function contentOf(
  kind: PageKind,
  { platform = '', id = '' }: { readonly platform?: string; readonly id?: string },
): readonly string[] {
  const { content = [] } = pageKind(kind);
  return content.map((key) => key.replace('{platform}', platform).replace('{id}', id));
}
