import type { DomainConfig } from '@dipper/contract';
import {
  canonicalSearch,
  type LlmsInput,
  type PageBundle,
  type PageInput,
  type PagesOffered,
  type PictureParts,
  type RenderedPage,
  resolve,
} from '@dipper/site';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { letterDrawer } from './pictures/draw-letter.js';
import { PreparedDocument } from './prepared-document.js';
import { RenderTurns } from './render-turns.js';
import { assetsOf, type Manifest } from './vite-manifest.js';
import { webRoot } from './web-root.js';

export const ENTRY = 'src/entry-client.tsx';

export interface VersionedInput extends PageInput {
  /** Changes with the configuration, which is per domain. */
  readonly version: string;
}

export interface PageRequest extends VersionedInput {
  readonly nonce: string;
  /** The client accepts gzip. */
  readonly gzip: boolean;
  /**
   * The visitor's `theme` cookie, not validated; applies to the document, not to the cached page.
   */
  readonly theme: string;
}

/** A complete document and its response metadata. */
export interface PageReply {
  readonly status: number;
  readonly indexable: boolean;
  readonly body: Buffer;
  /** How `body` is compressed already; null when it is not. */
  readonly encoding: 'gzip' | null;
}

/** A page's own metadata. */
export type PageAbout = Pick<RenderedPage, 'title' | 'description'>;

/** Renders pages: from the built bundle, or live from the sources. */
export abstract class Pages {
  abstract page(request: PageRequest): Promise<PageReply>;
  /** For a URL without a query. */
  abstract about(input: VersionedInput): Promise<PageAbout>;
  abstract favicon(site: DomainConfig): Promise<string>;
  abstract pictureParts(site: DomainConfig): Promise<PictureParts>;
  abstract llmsText(input: LlmsInput): Promise<string>;
  /** Available languages and posts; the default language comes first. */
  abstract offered(): Promise<PagesOffered>;
  /** By canonical path: the day of the last change, ISO 8601. */
  abstract changeDates(): Promise<ReadonlyMap<string, string>>;
}

interface Build {
  readonly bundle: PageBundle;
  readonly manifest: Manifest;
}

async function loadBuild(): Promise<Build> {
  const bundle = (await import(new URL('dist/server/entry-server.js', webRoot).href)) as PageBundle;
  const manifest = await readFile(
    fileURLToPath(new URL('dist/client/.vite/manifest.json', webRoot)),
    'utf8',
  );
  return { bundle, manifest: JSON.parse(manifest) as Manifest };
}

/** HTML cached, characters: 30 pages in twelve languages for a few domains. */
const KEPT_LENGTH = 32 * 1024 * 1024;
/** Prepared documents cached, bytes: those that visitors request. */
const KEPT_DOCUMENTS = 32 * 1024 * 1024;

/** Pages whose metadata is cached: 50 for a dozen domains. */
const KEPT_WORDS = 600;

interface Rendered {
  readonly page: RenderedPage;
  /** The same for everyone, so it is cached. */
  readonly isForAll: boolean;
}

/** No part contains a newline, so two requests never share a key by accident. */
const keyOf = (...parts: readonly string[]): string => parts.join('\n');

/** A page that is the same for everyone except for the nonce. */
interface KeptDocument extends Pick<RenderedPage, 'status' | 'indexable'> {
  readonly prepared: PreparedDocument;
}

/** The theme from the visitor's cookie, which may be anything. */
function themeOf({ theme }: PageRequest): string {
  return ['light', 'dark'].includes(theme) ? theme : 'auto';
}

/** Visitors with the same key get the same document. */
function documentKey(request: PageRequest): string {
  const { origin, path, lang, version } = request;
  return keyOf(origin, path, lang, version, themeOf(request));
}

function replyOf({ status, indexable, prepared }: KeptDocument, request: PageRequest): PageReply {
  const { nonce, gzip } = request;
  return gzip
    ? { status, indexable, body: prepared.gzip(nonce), encoding: 'gzip' }
    : { status, indexable, body: prepared.plain(nonce), encoding: null };
}

/** Renders with the built bundle, and caches pages that are the same for everyone. */
export class PageRenderer extends Pages {
  private readonly logger = new Logger(PageRenderer.name);
  /** Bounded because clients choose the Host header, on which origin and version depend. */
  private readonly cache = new LRUCache<string, RenderedPage>({
    maxSize: KEPT_LENGTH,
    sizeCalculation: ({ head, html }) => head.length + html.length,
  });
  private readonly documents = new LRUCache<string, KeptDocument>({
    maxSize: KEPT_DOCUMENTS,
    sizeCalculation: ({ prepared }) => prepared.size,
  });
  /** Separate from the pages: listing them all would evict those that visitors request. */
  private readonly words = new LRUCache<string, PageAbout>({ max: KEPT_WORDS });
  /** Stands for the nonce in cached documents; unpredictable, so nobody can put it into a page. */
  private readonly placeholder = randomBytes(24).toString('base64url');
  private build: Promise<Build> | undefined;
  private readonly turns = new RenderTurns();

  /** @param load returns the build; tests pass another. */
  constructor(private readonly load: () => Promise<Build> = loadBuild) {
    super();
  }

  override async page(request: PageRequest): Promise<PageReply> {
    const key = documentKey(request);
    const ready = request.search === '' ? this.documents.get(key) : undefined;
    if (ready !== undefined) {
      return replyOf(ready, request);
    }
    const { bundle, manifest } = await this.loaded();
    const { page, isForAll } = await this.render(bundle, request);
    const { status, indexable, modules } = page;
    const assets = assetsOf(manifest, ENTRY, modules);
    const write = (nonce: string): string =>
      bundle.renderDocument({ page, theme: themeOf(request), nonce, assets });
    if (!isForAll) {
      return { status, indexable, body: Buffer.from(write(request.nonce)), encoding: null };
    }
    const known = this.documents.get(key);
    const prepared =
      known?.prepared ?? new PreparedDocument(write(this.placeholder), this.placeholder);
    const document = known ?? { status, indexable, prepared };
    this.documents.set(key, document);
    return replyOf(document, request);
  }

  override async about(input: VersionedInput): Promise<PageAbout> {
    const { origin, path, lang, version } = input;
    const key = keyOf(origin, path, lang, version);
    const known = this.words.get(key);
    if (known !== undefined) {
      return known;
    }
    const { bundle } = await this.loaded();
    const { page, isForAll } = await this.render(bundle, input, { keeps: false });
    const { title, description } = page;
    if (isForAll) {
      this.words.set(key, { title, description });
    }
    // A render takes some milliseconds and more may follow, so yield to other work.
    await setImmediate();
    return { title, description };
  }

  override async favicon(site: DomainConfig): Promise<string> {
    return (await this.loaded()).bundle.renderFavicon(site, letterDrawer(site.branding.font));
  }

  override async pictureParts(site: DomainConfig): Promise<PictureParts> {
    return (await this.loaded()).bundle.pictureParts(site, letterDrawer(site.branding.font));
  }

  override async llmsText(input: LlmsInput): Promise<string> {
    return (await this.loaded()).bundle.llmsText(input);
  }

  override async offered(): Promise<PagesOffered> {
    return (await this.loaded()).bundle.pagesOffered();
  }

  override async changeDates(): Promise<ReadonlyMap<string, string>> {
    return (await this.loaded()).bundle.changeDates();
  }

  private async render(
    bundle: PageBundle,
    input: VersionedInput,
    { keeps }: { readonly keeps: boolean } = { keeps: true },
  ): Promise<Rendered> {
    const { path, origin, version } = input;
    // Query parameters without effect are dropped, or campaigns would fill the cache.
    const at = resolve(path, input.site, bundle.pagesOffered());
    const search = canonicalSearch(input.search, at.page);
    // Only the canonical path: a path has countless spellings, and links in the page may differ.
    const isMain = path === at.canonical && search === '';
    // The path's language is the page's, whatever the visitor's is.
    const key = keyOf(origin, path, at.language ?? input.lang, version);
    const kept = isMain ? this.cache.get(key) : undefined;
    if (kept !== undefined) {
      return { page: kept, isForAll: true };
    }
    try {
      const page = await this.turns.run(() => bundle.render({ ...input, search }));
      const isForAll = isMain && page.cacheable;
      if (isForAll && keeps) {
        this.cache.set(key, page);
      }
      return { page, isForAll };
    } catch (error) {
      this.logger.error({ err: error, path });
      return { page: await bundle.renderShell(input), isForAll: false };
    }
  }

  private loaded(): Promise<Build> {
    this.build ??= this.load().catch((error: unknown) => {
      // A build that appears later is used from the next request on.
      this.build = undefined;
      throw error;
    });
    return this.build;
  }
}
