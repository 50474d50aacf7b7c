import type { DomainConfig } from '@dipper/contract';
import type { LlmsInput, PageBundle, PagesOffered, PictureParts } from '@dipper/site';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import {
  ENTRY,
  type PageMetadata,
  type PageReply,
  type RenderRequest,
  Pages,
  type VersionedInput,
} from './page-renderer.js';
import { PageDocument } from './page-document.js';
import { letterDrawer } from '../pictures/draw-letter.js';
import { webRoot } from '../web-root.js';

/**
 * Renders from the web app's sources during development. Vite runs inside this server, so live
 * reload uses the same origin.
 */
export class DevRenderer extends Pages implements OnApplicationShutdown {
  private readonly logger = new Logger(DevRenderer.name);
  private starting: Promise<ViteDevServer> | undefined;

  constructor(private readonly host: HttpAdapterHost) {
    super();
  }

  /** The Vite server. The first request starts it. */
  vite(): Promise<ViteDevServer> {
    this.starting ??= this.start();
    return this.starting;
  }

  override async page(request: RenderRequest): Promise<PageReply> {
    const vite = await this.vite();
    const bundle = await this.bundle();
    const page = await bundle.render(request).catch((error: unknown) => {
      this.logger.error({ err: error, path: request.path }, 'A page could not be rendered');
      return bundle.renderShell(request);
    });
    const { nonce } = request;
    const { status, indexable } = page;
    const assets = {
      script: `/${ENTRY}`,
      styles: ['/src/theme/app.css', '/src/theme/later.css'],
      preload: [],
      development: '',
    };
    const written = bundle.renderDocument({ page, nonce, assets });
    const html = await vite.transformIndexHtml(request.path, written.html);
    const document = new PageDocument({ ...written, html }, nonce, false);
    return { status, indexable, isForAll: false, document };
  }

  override known(): undefined {
    return undefined;
  }

  override async about(input: VersionedInput): Promise<PageMetadata> {
    return (await this.bundle()).render(input);
  }

  override async favicon(site: DomainConfig): Promise<string> {
    return (await this.bundle()).renderFavicon(site, letterDrawer(site.branding.font));
  }

  override async pictureParts(site: DomainConfig): Promise<PictureParts> {
    return (await this.bundle()).pictureParts(site, letterDrawer(site.branding.font));
  }

  override async llmsText(input: LlmsInput): Promise<string> {
    return (await this.bundle()).llmsText(input);
  }

  override async offered(): Promise<PagesOffered> {
    return (await this.bundle()).pagesOffered();
  }

  override async changeDates(): Promise<ReadonlyMap<string, string>> {
    return (await this.bundle()).changeDates();
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.starting)?.close();
  }

  private async bundle(): Promise<PageBundle> {
    const vite = await this.vite();
    return (await vite.ssrLoadModule('/src/entry-server.tsx')) as PageBundle;
  }

  private async start(): Promise<ViteDevServer> {
    const { createServer } = await import('vite');
    const server = this.host.httpAdapter.getHttpServer() as Server;
    return createServer({
      root: fileURLToPath(webRoot),
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server } },
    });
  }
}
