import type { DomainConfig } from '@dipper/contract';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageBundle, PageInput, RenderedPage } from './page-bundle.js';
import { assetsOf, type Manifest } from './vite-manifest.js';
import { webRoot } from './web-root.js';

export const ENTRY = 'src/entry-client.tsx';

export interface PageRequest extends PageInput {
  readonly host: string;
  /** Changes with the configuration. */
  readonly version: string;
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

/** Two ways to make pages: from the built bundle, or live from the sources. */
export abstract class Pages {
  abstract page(request: PageRequest): Promise<PageReply>;
  abstract favicon(site: DomainConfig): Promise<string>;
  abstract language(tag: string): Promise<string>;
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

/** What a page is when rendering it broke: an empty root, which the browser fills. */
export function plainShell({ site, origin }: PageInput): RenderedPage {
  return {
    status: 200,
    head: '',
    html: '',
    state: { site, origin },
    cacheable: false,
    indexable: false,
    modules: [],
  };
}

/** Renders with the built bundle, and keeps pages that are the same for everybody. */
export class PageRenderer extends Pages {
  private readonly logger = new Logger(PageRenderer.name);
  /** Bounded because the Host header, part of the key, is the caller's. */
  private readonly cache = new LRUCache<string, RenderedPage>({ max: 500 });
  private build: Promise<Build> | undefined;

  /** @param load gives the build; tests give another one. */
  constructor(private readonly load: () => Promise<Build> = loadBuild) {
    super();
  }

  override async page(request: PageRequest): Promise<PageReply> {
    const { bundle, manifest } = await this.loaded();
    const { lang, site, nonce, theme } = request;
    const page = await this.render(bundle, request);
    const assets = assetsOf(manifest, ENTRY, page.modules);
    const { head, html, state, status, indexable } = page;
    return {
      status,
      indexable,
      document: bundle.renderDocument({ lang, site, head, html, state, nonce, theme, assets }),
    };
  }

  override async favicon(site: DomainConfig): Promise<string> {
    return (await this.loaded()).bundle.renderFavicon(site);
  }

  override async language(tag: string): Promise<string> {
    return (await this.loaded()).bundle.supportedLanguage(tag);
  }

  private async render(bundle: PageBundle, request: PageRequest): Promise<RenderedPage> {
    const { host, path, search, lang, origin, version } = request;
    // Newlines cannot stand in any of these, so two requests never share a key by accident.
    const key = [host, origin, path, search, lang, version].join('\n');
    const kept = this.cache.get(key);
    if (kept !== undefined) {
      return kept;
    }
    try {
      const page = await bundle.render(request);
      if (page.cacheable) {
        this.cache.set(key, page);
      }
      return page;
    } catch (error) {
      this.logger.error({ err: error, path });
      return plainShell(request);
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
