import { FORM_QUERY, HOME_QUERY, PREVIEW_QUERY } from './query-parameters.js';

/** What there is to know about every page of a kind. */
export interface PageKindRow {
  /** i18n namespaces of its texts; `common` is always there and not listed. */
  readonly namespaces: readonly string[];
  /** Search engines may list it, and its HTML is the same for everybody until the config changes. */
  readonly indexable: boolean;
  /** Query parameters that change what it shows; any other (`utm_source`) changes nothing. */
  readonly query: readonly string[];
  /** Only there where the domain has accounts. */
  readonly accounts?: true;
}

/** Every kind of page, one row each. A kind has one component; a page is a kind and its parameters. */
export const PAGE_KINDS = {
  home: {
    namespaces: ['home', 'search'],
    indexable: true,
    query: HOME_QUERY,
  },
  landing: { namespaces: ['landing', 'search'], indexable: true, query: FORM_QUERY },
  podcasts: { namespaces: ['landing', 'search'], indexable: true, query: FORM_QUERY },
  guide: { namespaces: ['guide'], indexable: true, query: [] },
  blog: { namespaces: ['blog'], indexable: true, query: [] },
  post: { namespaces: ['blog'], indexable: true, query: [] },
  help: { namespaces: ['help'], indexable: true, query: [] },
  privacy: { namespaces: ['privacy'], indexable: true, query: [] },
  terms: { namespaces: ['terms'], indexable: true, query: [] },
  glossary: { namespaces: ['glossary'], indexable: true, query: [] },
  dmca: { namespaces: ['dmca'], indexable: true, query: [] },
  cookies: { namespaces: ['cookies'], indexable: true, query: [] },
  subscription: { namespaces: ['subscription'], indexable: false, query: [], accounts: true },
  upgrade: { namespaces: ['upgrade'], indexable: false, query: [], accounts: true },
  preview: {
    namespaces: ['preview', 'search', 'errors'],
    indexable: false,
    query: PREVIEW_QUERY,
  },
  'short-link': { namespaces: ['shortLink'], indexable: false, query: [] },
  'not-found': { namespaces: ['notFound', 'search'], indexable: false, query: [] },
} as const satisfies Readonly<Record<string, PageKindRow>>;

export type PageKind = keyof typeof PAGE_KINDS;

/** Any i18n namespace that a page names. */
export type Namespace = 'common' | (typeof PAGE_KINDS)[PageKind]['namespaces'][number];

/** The kinds that have a page in apps/web; the others answer 404 until they are added here. */
export const SERVED_KINDS = ['home', 'preview', 'not-found'] as const satisfies readonly PageKind[];

export type ServedKind = (typeof SERVED_KINDS)[number];

/** The namespaces of the kinds that are served: without texts for each, apps/web does not compile. */
export type ServedNamespace = 'common' | (typeof PAGE_KINDS)[ServedKind]['namespaces'][number];

/** The row of a kind. */
export function pageKind(
  kind: PageKind,
): PageKindRow & { readonly namespaces: readonly Namespace[] } {
  return PAGE_KINDS[kind];
}
