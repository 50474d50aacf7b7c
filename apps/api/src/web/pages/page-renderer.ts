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
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PageDocument } from './page-document.js';
import { letterDrawer } from '../pictures/draw-letter.js';
import { RenderTurns } from './render-turns.js';
import { assetsOf, type ViteManifest } from '../vite-manifest.js';
import { webRoot } from '../web-root.js';

export const ENTRY = 'src/entry-client.tsx';

export interface VersionedInput extends PageInput {
  /** Changes when the domain's configuration changes. */
  readonly version: string;
}

export interface RenderRequest extends VersionedInput {
  /** A new nonce for each reply of a domain with third-party scripts; null for other domains. */
  readonly nonce: string | null;
}

export interface PageReply {
  readonly status: number;
  readonly indexable: boolean;
  /**
   * True if everyone gets the same document until the configuration changes. Shared caches may then
   * keep it.
   */
  readonly isForAll: boolean;
  readonly document: PageDocument;
}

/** Identifies a page that is the same for all visitors. */
export type PageKey = Pick<RenderRequest, 'origin' | 'path' | 'lang' | 'version'>;

export type PageMetadata = Pick<RenderedPage, 'title' | 'description'>;

/** Renders pages, either with the built bundle or live from the sources. */
export abstract class Pages {
  abstract page(request: RenderRequest): Promise<PageReply>;
  /**
   * The reply that everyone gets for an address without a query, if it has been rendered before.
   */
  abstract known(key: PageKey): PageReply | undefined;
  /** The title and description of the page at a URL without a query. */
  abstract about(input: VersionedInput): Promise<PageMetadata>;
  abstract favicon(site: DomainConfig): Promise<string>;
  abstract pictureParts(site: DomainConfig): Promise<PictureParts>;
  abstract llmsText(input: LlmsInput): Promise<string>;
  /** The available languages and posts. The default language comes first. */
  abstract offered(): Promise<PagesOffered>;
  /** The day of the last change of each page by canonical path, ISO 8601. */
  abstract changeDates(): Promise<ReadonlyMap<string, string>>;
}

interface Build {
  readonly bundle: PageBundle;
  readonly manifest: ViteManifest;
}

async function loadBuild(): Promise<Build> {
  const bundle = (await import(new URL('dist/server/entry-server.js', webRoot).href)) as PageBundle;
  const manifest = await readFile(
    fileURLToPath(new URL('dist/client/.vite/manifest.json', webRoot)),
    'utf8',
  );
  return { bundle, manifest: JSON.parse(manifest) as ViteManifest };
}

/**
 * Maximum size of the cached documents in bytes, enough for 30 pages in twelve languages on a few
 * domains.
 */
const KEPT_DOCUMENTS = 64 * 1024 * 1024;
/** Maximum size, in characters, of the cached pages of domains whose documents need a nonce. */
const KEPT_PAGES = 32 * 1024 * 1024;

/** How many pages have their metadata cached, enough for 50 pages on a dozen domains. */
const KEPT_WORDS = 600;

/** No part contains a newline, so two different requests never share a key. */
const keyOf = ({ origin, path, lang, version }: PageKey): string =>
  [origin, path, lang, version].join('\n');

/**
 * Drops query parameters that have no effect. Otherwise, campaign links would fill the cache.
 * @returns the simplified input, and whether it is the page's main address without a query. A path
 * has countless spellings, whose pages may contain different links, so only the main address is
 * cached.
 */
function simplified<Input extends PageInput>(
  given: Input,
  bundle: PageBundle,
): { readonly input: Input; readonly isMain: boolean } {
  const { page, canonical } = resolve(given.path, given.site, bundle.pagesOffered());
  const search = canonicalSearch(given.search, page);
  return { input: { ...given, search }, isMain: given.path === canonical && search === '' };
}

/** Renders with the built bundle, and caches pages that are the same for everyone. */
export class PageRenderer extends Pages {
  private readonly logger = new Logger(PageRenderer.name);
  /**
   * Limited in size, because origin and version depend on the Host header, which clients choose.
   */
  private readonly documents = new LRUCache<string, PageReply>({
    maxSize: KEPT_DOCUMENTS,
    sizeCalculation: ({ document }) => document.size,
  });
  private readonly pages = new LRUCache<string, RenderedPage>({
    maxSize: KEPT_PAGES,
    sizeCalculation: ({ head, html }) => head.length + html.length,
  });
  /**
   * Cached separately from the pages, because listing all of them would evict the ones that
   * visitors request.
   */
  private readonly words = new LRUCache<string, PageMetadata>({ max: KEPT_WORDS });
  /** The main pages being rendered, for everyone who requests them in the meantime. */
  private readonly rendering = new Map<string, Promise<RenderedPage>>();
  private build: Promise<Build> | undefined;
  private readonly turns = new RenderTurns();

  /** @param load returns the build; tests pass another function */
  constructor(private readonly load: () => Promise<Build> = loadBuild) {
    super();
  }

  override known(key: PageKey): PageReply | undefined {
    return this.documents.get(keyOf(key));
  }

  override async page(request: RenderRequest): Promise<PageReply> {
    const { nonce } = request;
    // Try this first, without resolving the path, because most requests end here.
    const ready = nonce === null && request.search === '' ? this.known(request) : undefined;
    if (ready !== undefined) {
      return ready;
    }
    const { bundle, manifest } = await this.loaded();
    const { input, isMain } = simplified(request, bundle);
    const forAll = () => (nonce === null && isMain ? this.known(request) : undefined);
    const known = forAll();
    if (known !== undefined) {
      return known;
    }
    const page = isMain ? await this.mainPage(bundle, input) : await this.render(bundle, input);
    // Another request for this page may have stored the document in the meantime.
    const written = forAll();
    if (written !== undefined) {
      return written;
    }
    const { status, indexable, modules } = page;
    const isSame = isMain && page.cacheable;
    const isForAll = isSame && nonce === null;
    const assets = assetsOf(manifest, ENTRY, modules);
    const parts = bundle.renderDocument({ page, nonce, assets });
    const document = new PageDocument(parts, nonce, isForAll);
    const reply = { status, indexable, isForAll, document };
    if (isForAll) {
      this.documents.set(keyOf(request), reply);
    } else if (isSame) {
      this.pages.set(keyOf(request), page);
    }
    return reply;
  }

  override async about(input: VersionedInput): Promise<PageMetadata> {
    const key = keyOf(input);
    const known = this.words.get(key);
    if (known !== undefined) {
      return known;
    }
    const { bundle } = await this.loaded();
    const { isMain } = simplified(input, bundle);
    const { title, description, cacheable } = await (isMain
      ? this.mainPage(bundle, input)
      : this.render(bundle, input));
    if (isMain && cacheable) {
      this.words.set(key, { title, description });
    }
    // Rendering takes a few milliseconds, and more pages may follow, so let other work run first.
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

  /** The page at its main address. Simultaneous requests share one rendering. */
  private mainPage(bundle: PageBundle, input: VersionedInput): Promise<RenderedPage> {
    const key = keyOf(input);
    const kept = this.pages.get(key);
    if (kept !== undefined) {
      return Promise.resolve(kept);
    }
    const running =
      this.rendering.get(key) ??
      this.render(bundle, input).finally(() => this.rendering.delete(key));
    this.rendering.set(key, running);
    return running;
  }

  /** The page, or its plain shell if rendering fails. */
  private async render(bundle: PageBundle, input: PageInput): Promise<RenderedPage> {
    try {
      return await this.turns.run(() => bundle.render(input));
    } catch (error) {
      this.logger.error(
        { err: error, path: input.path },
        'A page could not be rendered; sending it without content',
      );
      return bundle.renderShell(input);
    }
  }

  private loaded(): Promise<Build> {
    this.build ??= this.load().catch((error: unknown) => {
      // The next request tries again, in case there is a build by then.
      this.build = undefined;
      throw error;
    });
    return this.build;
  }
}
