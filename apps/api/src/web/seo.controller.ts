import { Controller, Get, Header, Headers, Inject, Redirect, Req } from '@nestjs/common';
import { publishedOrigin, sitemapPages, sitemapXml } from '@dipper/site';
import type { Request } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { Pages } from './page-renderer.js';
import { publicOrigin } from './public-origin.js';

/** What robots and browsers look for beside the pages. */
@Controller()
export class SeoController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(@Req() request: Request): string {
    const sitemap = `${this.base(request)}/sitemap.xml`;
    return `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`;
  }

  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemap(@Req() request: Request): Promise<string> {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    return sitemapXml(this.base(request), sitemapPages(config, await this.pages.offered()));
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

  private base(request: Request): string {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    return publishedOrigin(config, publicOrigin(request, this.env));
  }
}
