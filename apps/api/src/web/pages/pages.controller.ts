import { Controller, Get, Inject, Next, Req, Res } from '@nestjs/common';
import { resolve } from '@dipper/site';
import type { NextFunction, Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { hasThirdParties } from '../content-policy.js';
import { DocumentSender } from './document-sender.js';
import { PageData } from './page-data.js';
import { type PageReply, Pages } from './page-renderer.js';
import { domainInput } from '../domain-input.js';
import { isServerPath } from './server-path.js';
import { testedLanguage } from './tested-language.js';
import { Scope } from '../../infra/principal/scope.js';

/** One hour, like the files for search engines (seo.controller.ts). */
const REDIRECT_KEPT = 'public, max-age=3600';
/** The query with its question mark, or ''. */
function searchOf(address: string): string {
  const query = address.indexOf('?');
  return query === -1 ? '' : address.slice(query);
}

/** Serves the pages. The catch-all route has to come last. */
@Controller()
@Scope('read')
export class PagesController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly data: PageData,
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
      // Without this header, browsers would cache the redirect forever, even if the operator
      // changes the configuration.
      response.setHeader('Cache-Control', REDIRECT_KEPT);
      response.redirect(301, main);
      return;
    }
    const { config } = this.domains.forHost(request.get('host') ?? '');
    const shared = await this.data.shortLinkTarget(request.path, config);
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

  private async render(request: Request): Promise<PageReply> {
    const search = searchOf(request.originalUrl);
    const site = domainInput(request, this.env, this.domains);
    try {
      return await this.pages.page({
        ...site,
        ...(await this.data.of(request.path, search, site.site)),
        nonce: hasThirdParties(site.site) ? randomBytes(16).toString('base64') : null,
        path: request.path,
        search,
        lang: testedLanguage(search, this.env.NODE_ENV !== 'production'),
      });
    } catch (error) {
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }
}
