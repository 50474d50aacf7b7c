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
import { fileURLToPath } from 'node:url';
import { assetsOf, type Manifest } from './vite-manifest.js';
import { webRoot } from './web-root.js';

export const ENTRY = 'src/entry-client.tsx';

export interface VersionedInput extends PageInput {
  /** Changes with the configuration, of which each domain has its own. */
  readonly version: string;
}

export interface PageRequest extends VersionedInput {
  readonly nonce: string;
  /** The visitor's `theme` cookie, unchecked: of the document, not of the page that is kept. */
  readonly theme: string;
}

/** A whole document and what its reply says about it. */
export interface PageReply {
  readonly status: number;
  readonly indexable: boolean;
  readonly document: string;
}

/** What a page says of itself. */
export type PageAbout = Pick<RenderedPage, 'title' | 'description'>;

/** Two ways to make pages: from the built bundle, or live from the sources. */
export abstract class Pages {
  abstract page(request: PageRequest): Promise<PageReply>;
  /** Of an address without a query. */
  abstract about(input: VersionedInput): Promise<PageAbout>;
  abstract favicon(site: DomainConfig): Promise<string>;
  abstract pictureParts(site: DomainConfig): Promise<PictureParts>;
  abstract llmsText(input: LlmsInput): Promise<string>;
  /** Languages and posts that there are; the default language comes first. */
  abstract offered(): Promise<PagesOffered>;
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

/** As much HTML as is kept, characters: 30 pages in twelve languages of a few domains. */
const KEPT_LENGTH = 32 * 1024 * 1024;

/** Renders with the built bundle, and keeps pages that are the same for everybody. */
export class PageRenderer extends Pages {
  private readonly logger = new Logger(PageRenderer.name);
  /** Bounded because the Host header, on which origin and version depend, is the caller's. */
  private readonly cache = new LRUCache<string, RenderedPage>({
    maxSize: KEPT_LENGTH,
    sizeCalculation: ({ head, html }) => head.length + html.length,
  });
  private build: Promise<Build> | undefined;

  /** @param load gives the build; tests give another one. */
  constructor(private readonly load: () => Promise<Build> = loadBuild) {
    super();
  }

  override async page(request: PageRequest): Promise<PageReply> {
    const { bundle, manifest } = await this.loaded();
    const { theme, nonce } = request;
    const page = await this.render(bundle, request);
    const assets = assetsOf(manifest, ENTRY, page.modules);
    const { status, indexable } = page;
    return { status, indexable, document: bundle.renderDocument({ page, theme, nonce, assets }) };
  }

  override async about(input: VersionedInput): Promise<PageAbout> {
    return this.render((await this.loaded()).bundle, input);
  }

  override async favicon(site: DomainConfig): Promise<string> {
    return (await this.loaded()).bundle.renderFavicon(site);
  }

  override async pictureParts(site: DomainConfig): Promise<PictureParts> {
    return (await this.loaded()).bundle.pictureParts(site);
  }

  override async llmsText(input: LlmsInput): Promise<string> {
    return (await this.loaded()).bundle.llmsText(input);
  }

  override async offered(): Promise<PagesOffered> {
    return (await this.loaded()).bundle.pagesOffered();
  }

  private async render(bundle: PageBundle, request: VersionedInput): Promise<RenderedPage> {
    const { path, origin, version } = request;
    // What of the query changes nothing is of no interest: campaigns would fill the cache.
    const { page, language, canonical } = resolve(path, request.site, bundle.pagesOffered());
    const search = canonicalSearch(request.search, page);
    // Its main path alone: the ways to write a path are without number, and links in it may differ.
    const isMain = path === canonical && search === '';
    // The language of the path is that of the page, whatever the visitor's is. Newlines cannot stand
    // in any of these, so two requests never share a key by accident.
    const key = [origin, path, language ?? request.lang, version].join('\n');
    const kept = isMain ? this.cache.get(key) : undefined;
    if (kept !== undefined) {
      return kept;
    }
    try {
      const rendered = await bundle.render({ ...request, search });
      if (isMain && rendered.cacheable) {
        this.cache.set(key, rendered);
      }
      return rendered;
    } catch (error) {
      this.logger.error({ err: error, path });
      return bundle.renderShell(request);
    }
  }

  private loaded(): Promise<Build> {
    this.build ??= this.load().catch((error: unknown) => {
      // A build that appears later is taken up with the next request.
      this.build = undefined;
      throw error;
    });
    return this.build;
  }
}
