import { Controller, Get, Inject, Next, Req, Res } from '@nestjs/common';
import type { DomainConfig } from '@dipper/contract';
import { pathIn, resolve, type SharedPicture } from '@dipper/site';
import type { NextFunction, Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { ShareService } from '../../share/share.service.js';
import { hasThirdParties } from '../content-policy.js';
import { DocumentSender } from './document-sender.js';
import { type PageReply, Pages } from './page-renderer.js';
import { sharedInput } from '../shared-input.js';
import { isServerPath } from './server-path.js';
import { testedLanguage } from './tested-language.js';

/** One hour, like the files for search engines (seo.controller.ts). */
const REDIRECT_KEPT = 'public, max-age=3600';
const PICTURE_PATIENCE_MS = 2000;

/** The query with its question mark, or ''. */
function searchOf(address: string): string {
  const query = address.indexOf('?');
  return query === -1 ? '' : address.slice(query);
}

/** Serves the pages. The catch-all route has to come last. */
@Controller()
export class PagesController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly shares: ShareService,
    private readonly sender: DocumentSender,
  ) {}

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
    const main = await this.mainAddress(request);
    if (main !== null) {
      // Without this header, browsers would keep the redirect forever, even if the operator changes
      // the configuration.
      response.setHeader('Cache-Control', REDIRECT_KEPT);
      response.redirect(301, main);
      return;
    }
    const shared = await this.sharedAddress(request);
    if (shared !== null) {
      response.setHeader('Cache-Control', REDIRECT_KEPT);
      response.setHeader('X-Robots-Tag', 'noindex');
      response.redirect(302, shared);
      return;
    }
    await this.sender.send(request, response, await this.render(request));
  }

  /**
   * The main address of a page, to which a domain redirects other spellings of its path. Null to
   * render the page at this address.
   */
  private async mainAddress(request: Request): Promise<string | null> {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    if (config.seo.aliasMode === 'render') {
      return null;
    }
    const { canonical } = resolve(request.path, config, await this.pages.offered());
    return canonical === null || canonical === request.path
      ? null
      : canonical + searchOf(request.originalUrl);
  }

  /**
   * The target of a short link in the language of its path (`/de/p/{id}`); null for any other path.
   * Paths without a language never get here.
   */
  private async sharedAddress(request: Request): Promise<string | null> {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    const { page, language, params } = resolve(request.path, config, await this.pages.offered());
    const isLink = page === 'short-link' && language !== null && params.id !== undefined;
    const address = isLink ? await this.shares.open(params.id) : null;
    return address === null ? null : pathIn(language, address);
  }

  private async render(request: Request): Promise<PageReply> {
    const search = searchOf(request.originalUrl);
    const site = sharedInput(request, this.env, this.domains);
    try {
      const sharedPicture = await this.sharedPicture(request.path, search, site.site);
      return await this.pages.page({
        ...site,
        ...(sharedPicture !== null && { sharedPicture }),
        nonce: hasThirdParties(site.site) ? randomBytes(16).toString('base64') : null,
        path: request.path,
        search,
        lang: testedLanguage(search, this.env.NODE_ENV !== 'production'),
      });
    } catch (error) {
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }

  /**
   * The picture that other sites show for a shared preview; null for any other page, or if the
   * picture is unknown.
   */
  private async sharedPicture(
    path: string,
    search: string,
    config: DomainConfig,
  ): Promise<SharedPicture | null> {
    if (search === '' || resolve(path, config, await this.pages.offered()).page !== 'preview') {
      return null;
    }
    // The page itself needs no database, so it must not wait long for one that does not respond.
    const found = this.shares.pictureOfPreview(search).catch(() => null);
    return Promise.race([found, setTimeout(PICTURE_PATIENCE_MS, null, { ref: false })]);
  }
}
