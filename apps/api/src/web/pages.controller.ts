import { Controller, Get, Inject, Next, Req, Res } from '@nestjs/common';
import type { DomainConfig } from '@dipper/contract';
import { pathIn, resolve, type SharedPicture } from '@dipper/site';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { setTimeout } from 'node:timers/promises';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { visitorCookie } from '../infra/http/visitor-cookies.js';
import { ShareService } from '../share/share.service.js';
import { type PageReply, Pages } from './page-renderer.js';
import { siteOf } from './site-of.js';
import { nonceOf } from './security-headers.js';
import { isServerPath } from './server-path.js';
import { choiceToKeep, LANGUAGE, visitorLanguage } from './visitor-language.js';

/** An hour, like the files for search engines (seo.controller.ts). */
const REDIRECT_KEPT = 'public, max-age=3600';
const PICTURE_PATIENCE_MS = 2000;
const LANGUAGE_KEPT_MS = 365 * 24 * 3600 * 1000;

/** The query with its question mark, or ''. */
function searchOf(address: string): string {
  const query = address.indexOf('?');
  return query === -1 ? '' : address.slice(query);
}

function askedLanguage(search: string): string | undefined {
  return new URLSearchParams(search).get(LANGUAGE) ?? undefined;
}

/** The pages. Their catch-all route comes last. */
@Controller()
export class PagesController {
  /** For pages rendered for one visitor; others are compressed already. */
  private readonly compress = compression();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly shares: ShareService,
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
      // Without it browsers cache the redirect forever, whatever the operator changes.
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
    const { status, indexable, body, encoding } = await this.render(request, response);
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Vary', 'Accept-Language, Cookie, Accept-Encoding');
    // A page contains its nonce, so shared caches must not reuse it. It also has no ETag: a 304
    // would combine the next nonce in the headers with a body that has the last one.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (!indexable) {
      response.setHeader('X-Robots-Tag', 'noindex');
    }
    if (encoding === null) {
      this.compress(request, response, () => response.end(body));
      return;
    }
    response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }

  /** Where a domain redirects another spelling of a page's path; null to render it as it is. */
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
   * The target of a short link in the language of its path (`/de/p/{id}`); null for anything else.
   * Paths without a language never get here.
   */
  private async sharedAddress(request: Request): Promise<string | null> {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    const { page, language, params } = resolve(request.path, config, await this.pages.offered());
    const isLink = page === 'short-link' && language !== null && params.id !== undefined;
    const address = isLink ? await this.shares.open(params.id) : null;
    return address === null ? null : pathIn(language, address);
  }

  private async render(request: Request, response: Response): Promise<PageReply> {
    const search = searchOf(request.originalUrl);
    const site = siteOf(request, this.env, this.domains);
    try {
      const sharedPicture = await this.sharedPicture(request.path, search, site.site);
      return await this.pages.page({
        ...site,
        ...(sharedPicture !== null && { sharedPicture }),
        nonce: nonceOf(response),
        gzip: request.acceptsEncodings('gzip') !== false,
        theme: visitorCookie(request.headers.cookie, 'theme'),
        path: request.path,
        search,
        lang: await this.language(request, response, {
          asked: search === '' ? undefined : askedLanguage(search),
          remembered: visitorCookie(request.headers.cookie, LANGUAGE),
        }),
      });
    } catch (error) {
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }

  /**
   * The picture that other sites show with a shared preview; null for anything else, and when it is
   * unknown.
   */
  private async sharedPicture(
    path: string,
    search: string,
    config: DomainConfig,
  ): Promise<SharedPicture | null> {
    if (search === '' || resolve(path, config, await this.pages.offered()).page !== 'preview') {
      return null;
    }
    // The page itself needs no database, so it doesn't wait for one that does not answer.
    const found = this.shares.pictureOfPreview(search).catch(() => null);
    return Promise.race([found, setTimeout(PICTURE_PATIENCE_MS, null, { ref: false })]);
  }

  /** The visitor's language; one requested in the URL is remembered. */
  private async language(
    request: Request,
    response: Response,
    choice: Parameters<typeof choiceToKeep>[0],
  ): Promise<string> {
    const isTested = this.env.NODE_ENV !== 'production';
    const { languages } = await this.pages.offered();
    const chosen = visitorLanguage(request, choice, languages, isTested);
    const kept = choiceToKeep(choice, chosen);
    if (kept !== null) {
      response.cookie(LANGUAGE, kept, {
        maxAge: LANGUAGE_KEPT_MS,
        sameSite: 'lax',
        secure: request.secure,
      });
    }
    return chosen;
  }
}
