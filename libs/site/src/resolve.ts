import type { DomainConfig } from '@dipper/contract';
import type { PlatformId } from '@dipper/media';
import { type Alternate, alternatesOf } from './alternates.js';
import { mainPathOfAlias, type Wish, wishOf } from './aliases.js';
import { DEFAULT_LANGUAGE } from './language-tags.js';
import { contentOf, type Namespace, type PageKind, pageKind, SERVED_KINDS } from './page-kinds.js';
import {
  asciiLower,
  type Page,
  type PageParams,
  PAGES,
  pathIn,
  postPage,
  shortLinkPage,
} from './pages.js';

/** The part of a domain's configuration that decides which pages it has. */
export type PageConfig = Pick<DomainConfig, 'supportedPlatforms'>;

export interface PagesOffered {
  /**
   * The tags of the available languages. Each language except the default has the prefix `/{tag}`.
   */
  readonly languages: readonly string[];
  /** The ids of existing posts. Any other `/blog/{id}` is not found. */
  readonly posts: readonly string[];
  /** The kinds that are served. Tests of paths pass all kinds. */
  readonly kinds?: readonly PageKind[];
}

/** The page at a path. */
export interface Resolution {
  readonly page: PageKind;
  readonly params: PageParams;
  readonly status: 200 | 404;
  /**
   * The language of the prefix, as in `languages`; null without a prefix. It is set even if the
   * page is not found.
   */
  readonly language: string | null;
  /** The path for search engines, with its prefix; null if the page is not indexed. */
  readonly canonical: string | null;
  /** The page in every language; empty if it is not indexed, or if there is only one language. */
  readonly alternates: readonly Alternate[];
  /** The i18n namespaces to load in addition to `common`. */
  readonly namespaces: readonly Namespace[];
  /** The long texts to load (page-kinds.ts). */
  readonly content: readonly string[];
  /**
   * The wish that the path expresses (`/youtube-to-mp3`); null if it expresses none, and on other
   * pages.
   */
  readonly wish: Wish | null;
  readonly indexable: boolean;
  /** The platform whose page this would be if this domain had not disabled the platform. */
  readonly off: PlatformId | null;
}

const PAGE_BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The longest path is `/{language}/blog/{id}`. */
const MAX_SEGMENTS = 3;
/** Stands for a segment that matches no name. */
const NO_NAME = '';

/**
 * Finds the page for a path on a domain. No other code matches paths; the server, the browser, the
 * sitemap and the tests all use this. Never throws.
 * @param path as in `location.pathname` and the server's `request.path`: encoded, without a query
 */
export function resolve(
  path: string,
  config: PageConfig,
  { languages, posts, kinds = SERVED_KINDS }: PagesOffered,
): Resolution {
  const segments = segmentsOf(path);
  const language = languageOf(segments[0], languages);
  const names = language === null ? segments : segments.slice(1);
  const page = pageOf(names, posts);
  const off = page === null ? null : platformOff(page, config);
  if (page === null || off !== null || !kinds.includes(page.kind)) {
    return { ...resolution(NOT_FOUND, language, languages), off };
  }
  const wish = page.params.platform === undefined ? null : wishOf(asciiLower(names[0] ?? ''));
  return { ...resolution(page, language, languages), wish };
}

const NOT_FOUND: Page = { kind: 'not-found', path: '', params: {} };

function resolution(page: Page, language: string | null, languages: readonly string[]): Resolution {
  const { namespaces, indexable } = pageKind(page.kind);
  return {
    page: page.kind,
    params: page.params,
    // The server redirects existing short links, so this page is only shown for unknown ones.
    status: ['not-found', 'short-link'].includes(page.kind) ? 404 : 200,
    language,
    canonical: indexable ? pathIn(language, page.path) : null,
    alternates: indexable ? alternatesOf(page.path, languages) : [],
    namespaces,
    content: contentOf(page.kind, page.params),
    wish: null,
    indexable,
    off: null,
  };
}

/** The decoded segments of a path. Ignores one trailing slash. */
function segmentsOf(path: string): readonly string[] {
  // Splits off only slightly more segments than a page can have, so that a hostile path is not
  // split completely.
  const [root, ...parts] = path.split('/', MAX_SEGMENTS + 3);
  if (root !== '' || parts.length === 0) {
    return [NO_NAME];
  }
  if (parts.at(-1) === '') {
    parts.pop();
  }
  return parts.map(decoded);
}

/**
 * Decodes a segment once. This happens after splitting, so that an encoded slash never separates
 * segments (RFC 3986 §6.2.2). Returns NO_NAME if the segment is malformed or not UTF-8.
 */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return NO_NAME;
  }
}

function languageOf(segment: string | undefined, languages: readonly string[]): string | null {
  const tag = asciiLower(segment ?? '');
  const language = languages.find((it) => asciiLower(it) === tag);
  return language === undefined || language === DEFAULT_LANGUAGE ? null : language;
}

/** Finds a page by exact names only: no dots, control characters or double slashes are accepted. */
function pageOf(
  [first, second, ...rest]: readonly string[],
  posts: readonly string[],
): Page | null {
  if (first === undefined) {
    return PAGE_BY_PATH.get('/') ?? null;
  }
  const name = asciiLower(first);
  if (name === NO_NAME || rest.length > 0) {
    return null;
  }
  if (second === undefined) {
    return PAGE_BY_PATH.get(`/${mainPathOfAlias(name) ?? name}`) ?? null;
  }
  if (name === 'blog') {
    const id = asciiLower(second);
    return posts.includes(id) ? postPage(id) : null;
  }
  return name === 'p' ? shortLinkPage(second) : null;
}

function platformOff({ params }: Page, { supportedPlatforms }: PageConfig): PlatformId | null {
  const { platform } = params;
  const isOn = supportedPlatforms.some(({ id, enabled }) => id === platform && enabled);
  return platform === undefined || isOn ? null : platform;
}
