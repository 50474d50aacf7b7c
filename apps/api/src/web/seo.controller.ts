import {
  Controller,
  Get,
  Header,
  Headers,
  Inject,
  Param,
  Query,
  Redirect,
  Req,
} from '@nestjs/common';
import {
  DEFAULT_LANGUAGE,
  pathIn,
  publishedOrigin,
  sitemapIndexXml,
  sitemapLanguages,
  sitemapPages,
  sitemapXml,
} from '@dipper/site';
import type { Request } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { Limited } from '../infra/limits/limited.js';
import { manifestOf } from './manifest.js';
import { type PageMetadata, Pages } from './pages/page-renderer.js';
import { RenderTurns } from './pages/render-turns.js';
import { domainInput } from './domain-input.js';

/** One hour, so a changed configuration is visible after an hour at the latest. */
const KEPT = 'public, max-age=3600';
/** The shortcuts of an installed app. Those whose page the domain does not have are left out. */
const SHORTCUTS = ['/podcast-downloader', '/how-to-download-videos', '/help-center'];

/** Serves the files that robots, browsers and installers request besides pages. */
@Controller()
export class SeoController {
  private readonly turns = new RenderTurns();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', KEPT)
  robots(@Req() request: Request): string {
    const { site, origin } = domainInput(request, this.env, this.domains);
    const sitemap = `${publishedOrigin(site, origin)}/sitemap.xml`;
    return `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`;
  }

  /** Lists the sitemaps of the languages, or the pages if there is only one language. */
  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', KEPT)
  async sitemap(@Req() request: Request): Promise<string> {
    const languages = sitemapLanguages(await this.pages.offered());
    if (languages.length === 1) {
      return this.sitemapIn(request, languages[0]);
    }
    const { site, origin } = domainInput(request, this.env, this.domains);
    const paths = languages.map((language) => `/sitemap-${language}.xml`);
    return sitemapIndexXml(publishedOrigin(site, origin), paths);
  }

  /** @throws DomainError NOT_FOUND for an unknown language. */
  @Get('sitemap-:language.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', KEPT)
  async sitemapOf(@Req() request: Request, @Param('language') asked: string): Promise<string> {
    const languages = sitemapLanguages(await this.pages.offered());
    const language = languages.find((it) => it === asked);
    if (language === undefined) {
      throw new DomainError('NOT_FOUND');
    }
    return this.sitemapIn(request, language);
  }

  @Get('manifest.webmanifest')
  @Header('Content-Type', 'application/manifest+json; charset=utf-8')
  @Header('Cache-Control', KEPT)
  async manifest(@Req() request: Request, @Query('lang') asked?: unknown): Promise<string> {
    const { site } = domainInput(request, this.env, this.domains);
    const offered = await this.pages.offered();
    const lang = offered.languages.find((language) => language === asked) ?? DEFAULT_LANGUAGE;
    const paths = sitemapPages(site, offered);
    const shown = ['/', ...SHORTCUTS.filter((path) => paths.includes(path))];
    const [home, ...shortcuts] = await this.metadataOfPages(
      request,
      shown.map((path) => pathIn(lang, path)),
    );
    const manifest = manifestOf({
      config: site,
      lang,
      description: home?.description ?? '',
      shortcuts: shortcuts.map(({ path, title }) => ({ name: title, url: path })),
    });
    return JSON.stringify(manifest);
  }

  /**
   * The English file has no prefix, like the English pages. @throws DomainError NOT_FOUND for an
   * unknown language.
   */
  @Get(['llms.txt', ':language/llms.txt'])
  // This is rate-limited, because it renders every page for each host that a client makes up.
  @Limited('picture')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', KEPT)
  async llms(
    @Req() request: Request,
    @Param('language') asked: string = DEFAULT_LANGUAGE,
  ): Promise<string> {
    const { site, origin } = domainInput(request, this.env, this.domains);
    const offered = await this.pages.offered();
    const language = sitemapLanguages(offered).find((it) => it === asked);
    if (language === undefined) {
      throw new DomainError('NOT_FOUND');
    }
    const pages = await this.metadataOfPages(request, sitemapPages(site, offered, language));
    return this.pages.llmsText({ site, language, origin, pages });
  }

  @Get('favicon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', KEPT)
  async favicon(@Headers('host') host = ''): Promise<string> {
    return this.pages.favicon(this.domains.forHost(host).config);
  }

  @Get('favicon.ico')
  @Redirect('/icons/48.png', 302)
  favicons(): void {
    // Browsers request this name by default. Our icon has a different name.
  }

  private async sitemapIn(request: Request, language = DEFAULT_LANGUAGE): Promise<string> {
    const { site, origin } = domainInput(request, this.env, this.domains);
    const paths = sitemapPages(site, await this.pages.offered(), language);
    const changes = await this.pages.changeDates();
    return this.turns.run(() => sitemapXml(publishedOrigin(site, origin), paths, changes));
  }

  /**
   * The metadata of these pages, in order. The pages are rendered one after another, because
   * rendering is expensive.
   */
  private async metadataOfPages(
    request: Request,
    paths: readonly string[],
  ): Promise<readonly (PageMetadata & { readonly path: string })[]> {
    const input = {
      ...domainInput(request, this.env, this.domains),
      search: '',
      lang: DEFAULT_LANGUAGE,
    };
    const abouts: (PageMetadata & { readonly path: string })[] = [];
    for (const path of paths) {
      abouts.push({ path, ...(await this.pages.about({ ...input, path })) });
    }
    return abouts;
  }
}
