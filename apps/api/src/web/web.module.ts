import { ASSETS_PATH } from '@dipper/contract';
import { Inject, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { ConfigModule } from '../config/config.module.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { ShareModule } from '../share/share.module.js';
import { StatusModule } from '../status/status.module.js';
import { DocumentSender } from './pages/document-sender.js';
import { DevRenderer } from './pages/dev-renderer.js';
import { mendPath } from './pages/malformed-path.js';
import { PageData } from './pages/page-data.js';
import { PagesController } from './pages/pages.controller.js';
import { PagePolicies } from './pages/page-policies.js';
import { PageRenderer, Pages } from './pages/page-renderer.js';
import { PicturesController } from './pictures.controller.js';
import { PicturesService } from './pictures/pictures.service.js';
import { SharedCardController } from './shared-card.controller.js';
import { SharedCards } from './pictures/shared-cards.js';
import { SeoController } from './seo.controller.js';
import { securityHeaders } from './security-headers.js';
import { ServiceWorkerController } from './service-worker.controller.js';
import { isServerPath } from './pages/server-path.js';
import { staticAssets } from './static-assets.js';

/** Applies a middleware only to paths that belong neither to the API nor to the sockets. */
function pagesOnly(handle: (request: Request, response: Response, next: NextFunction) => void) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isServerPath(request.path)) {
      next();
    } else {
      handle(request, response, next);
    }
  };
}

/**
 * Text files that are generated for each reply. Pages are not listed here, because page-document.ts
 * compresses them.
 */
const TEXTS = /^\/(?:robots\.txt|llms\.txt|sitemap\.xml|favicon\.svg|manifest\.webmanifest)$/;

/**
 * Serves the pages. This module is imported last, so that its catch-all route handles only paths
 * that no other route handles.
 */
@Module({
  imports: [ConfigModule, ShareModule, StatusModule],
  // The order matters: the catch-all route of the pages comes last.
  controllers: [
    SeoController,
    ServiceWorkerController,
    PicturesController,
    SharedCardController,
    PagesController,
  ],
  providers: [
    PicturesService,
    SharedCards,
    PageData,
    PagePolicies,
    DocumentSender,
    {
      provide: Pages,
      inject: [ENV, HttpAdapterHost],
      useFactory: (env: Env, host: HttpAdapterHost): Pages =>
        env.NODE_ENV === 'development' ? new DevRenderer(host) : new PageRenderer(),
    },
  ],
})
export class WebModule implements NestModule {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly host: HttpAdapterHost,
    private readonly pages: Pages,
    private readonly policies: PagePolicies,
    private readonly sender: DocumentSender,
  ) {}

  /**
   * Registers middleware on the server itself, because the middleware of Nest hides the path behind
   * its mount point.
   */
  configure(): void {
    const { httpAdapter } = this.host;
    const { pages } = this;
    httpAdapter.use(
      securityHeaders({
        strict: this.env.NODE_ENV !== 'development',
        hstsSubdomains: this.env.HSTS_INCLUDE_SUBDOMAINS === 'on',
        policyOf: (request) => this.policies.of(request),
      }),
    );
    httpAdapter.use(pagesOnly(mendPath));
    if (pages instanceof DevRenderer) {
      httpAdapter.use(pagesOnly(viteMiddleware(pages)));
    } else {
      httpAdapter.use(ASSETS_PATH, staticAssets());
      httpAdapter.use(TEXTS, compression());
      httpAdapter.use(pagesOnly(this.sender.sendKnown));
    }
  }
}

/** Serves the sources, the styles and the live reload of Vite. */
function viteMiddleware(pages: DevRenderer) {
  return (request: Request, response: Response, next: NextFunction): void => {
    pages.vite().then(({ middlewares }) => middlewares(request, response, next), next);
  };
}
