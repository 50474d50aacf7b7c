import type { DomainConfig } from '@dipper/contract';
import type { PlatformId } from '@dipper/media';
import { type Alternate, alternatesOf } from './alternates.js';
import { mainPathOfAlias, offeredFirst, type OfferedFirst } from './aliases.js';
import { DEFAULT_LANGUAGE } from './language-tags.js';
import { contentOf, type Namespace, type PageKind, pageKind } from './page-kinds.js';
import {
  asciiLower,
  type Page,
  type PageParams,
  PAGES,
  pathIn,
  postPage,
  shortLinkPage,
} from './page-paths.js';

/** The part of a domain's configuration that decides its pages. */
export type PageConfig = Pick<DomainConfig, 'supportedPlatforms'>;

export interface PagesOffered {
  /** The tags of the available languages. All but the default have the prefix `/{tag}` in paths. */
  readonly languages: readonly string[];
  /** The ids of existing posts. Any other `/blog/{id}` is not found. */
  readonly posts: readonly string[];
  /**
   * True if a language has its own version of a long-form text (page-kinds.ts). Without this
   * function, every language has one. A page whose text is shown in English instead is not
   * published as a translation.
   */
  readonly isTranslated?: (language: string, key: string) => boolean;
}

export interface Resolution {
  readonly page: PageKind;
  readonly params: PageParams;
  readonly status: 200 | 404;
  /**
   * The language of the path's prefix, as in `languages`, even if the page is not found; null
   * without a prefix.
   */
  readonly language: string | null;
  /** The path for search engines, including the prefix; null if the page is not indexable. */
  readonly canonical: string | null;
  /**
   * The page in every language; empty if the page is not indexable, or if there is only one
   * language.
   */
  readonly alternates: readonly Alternate[];
  /** The i18n namespaces to load besides `common`. */
  readonly namespaces: readonly Namespace[];
  /** The long-form content to load (page-kinds.ts). */
  readonly content: readonly string[];
  /** The kind of file that the path requests (`/youtube-to-mp3`); null if it requests none. */
  readonly offersFirst: OfferedFirst | null;
  readonly indexable: boolean;
  /** The platform to which this page would belong if the domain had not disabled it. */
  readonly off: PlatformId | null;
}

const PAGE_BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The longest path is `/{language}/blog/{id}`. */
const MAX_SEGMENTS = 3;
/** A segment that matches no name. */
const NO_NAME = '';

/**
 * Resolves a path on a domain. The server, the browser, the sitemap and the tests all use this
 * function, which is the only code that matches paths. Never throws.
 * @param path as in `location.pathname` and the server's `request.path`: encoded, no query
 */
export function resolve(path: string, config: PageConfig, offered: PagesOffered): Resolution {
  const { languages, posts } = offered;
  const segments = segmentsOf(path);
  const language = languageOf(segments[0], languages);
  const names = language === null ? segments : segments.slice(1);
  const page = pageOf(names, posts);
  const off = page === null ? null : platformOff(page, config);
  if (page === null || off !== null) {
    return { ...resolution(NOT_FOUND, language, offered), off };
  }
  const offersFirst =
    page.params.platform === undefined ? null : offeredFirst(asciiLower(names[0] ?? ''));
  return { ...resolution(page, language, offered), offersFirst };
}

const NOT_FOUND: Page = { kind: 'not-found', path: '', params: {} };

/**
 * Returns the languages in which a page is published: those that have their own version of its long
 * texts.
 * @param content as in `Resolution.content`
 */
export function languagesOf(
  content: readonly string[],
  { languages, isTranslated = () => true }: PagesOffered,
): readonly string[] {
  return languages.filter(
    (it) => it === DEFAULT_LANGUAGE || content.every((key) => isTranslated(it, key)),
  );
}

function resolution(page: Page, language: string | null, offered: PagesOffered): Resolution {
  const { namespaces, indexable } = pageKind(page.kind);
  const content = contentOf(page.kind, page.params);
  const published = languagesOf(content, offered);
  const own = language !== null && published.includes(language) ? language : null;
  return {
    page: page.kind,
    params: page.params,
    // The server redirects existing short links, so this page gets only unknown ones.
    status: ['not-found', 'short-link'].includes(page.kind) ? 404 : 200,
    language,
    canonical: indexable ? pathIn(own, page.path) : null,
    alternates: indexable ? alternatesOf(page.path, published) : [],
    namespaces,
    content,
    offersFirst: null,
    indexable,
    off: null,
  };
}

/** Splits a path into decoded segments. Ignores one trailing slash. */
function segmentsOf(path: string): readonly string[] {
  // The number is limited to slightly more than a page can have, so that a hostile path is not
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
 * Decodes a segment once, after splitting, so that an encoded slash never separates segments (RFC
 * 3986 §6.2.2); NO_NAME if it is malformed or not UTF-8.
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

/** Only exact names match: no dots, control characters or double slashes. */
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
