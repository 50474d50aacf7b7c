import { Controller, Get, Header, Headers, Inject, Next, Redirect, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { visitedOrigin } from '../infra/http/host-header.js';
import { type PageReply, Pages } from './page-renderer.js';
import { nonceOf } from './security-headers.js';
import { isServerPath } from './server-path.js';
import { visitorCookie } from './visitor-cookies.js';

/** The pages, and what browsers and robots look for beside them. The catch-all comes last. */
@Controller()
export class WebController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(): string {
    return 'User-agent: *\nDisallow: /api/\n';
  }

  @Get('favicon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', 'public, max-age=3600')
  async favicon(@Headers('host') host = ''): Promise<string> {
    return this.pages.favicon(this.domains.forHost(host).config);
  }

  @Get('favicon.ico')
  @Redirect('/favicon.svg', 302)
  favicons(): void {
    // Browsers ask for this name by themselves; the bird is at the other one.
  }

  @Get('{*path}')
  async page(
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    if (isServerPath(request.path)) {
      next();
      return;
    }
    const { status, indexable, document } = await this.render(request, nonceOf(response));
    response.status(status).type('html');
    response.vary('Accept-Language');
    // A page carries its own nonce, so no cache on the way may give it to somebody else.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (!indexable) {
      response.setHeader('X-Robots-Tag', 'noindex');
    }
    response.end(document);
  }

  private async render(request: Request, nonce: string): Promise<PageReply> {
    const host = request.get('host') ?? '';
    const { config, version } = this.domains.forHost(host);
    const origin = this.env.PUBLIC_URL ?? visitedOrigin(request);
    const query = request.originalUrl.indexOf('?');
    try {
      return await this.pages.page({
        host,
        version,
        nonce,
        theme: visitorCookie(request.headers.cookie, 'theme'),
        site: config,
        origin: origin.replace(/\/$/, ''),
        path: request.path,
        search: query === -1 ? '' : request.originalUrl.slice(query),
        lang: await this.pages.language(request.acceptsLanguages()[0] ?? ''),
      });
    } catch (error) {
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }
}
