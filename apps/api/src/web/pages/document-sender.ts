import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE } from '@dipper/site';
import type { NextFunction, Request, Response } from 'express';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { publicOrigin } from '../../infra/http/request/public-origin.js';
import { ENCODINGS } from './page-document.js';
import { PagePolicies } from './page-policies.js';
import { type PageReply, Pages } from './page-renderer.js';

/**
 * Browsers revalidate each time, and usually get a 304. Shared caches may serve a stored page for
 * one minute, and for another minute while they revalidate it. So a new configuration is visible
 * after two minutes at most.
 */
const FOR_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';
/**
 * For pages whose URL contains a visitor's link or an unknown path. Only the visitor's own browser
 * may store them.
 */
const FOR_ONE = 'private, no-cache';

@Injectable()
export class DocumentSender {
  private readonly isStrict: boolean;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly policies: PagePolicies,
  ) {
    // In development, Vite writes inline scripts and styles, which a policy would forbid.
    this.isStrict = env.NODE_ENV !== 'development';
  }

  async send(request: Request, response: Response, reply: PageReply): Promise<void> {
    const { status, indexable, isForAll, document } = reply;
    const chosen = ENCODINGS.find((it) => request.acceptsEncodings(it) !== false) ?? null;
    const body = await document.body(chosen);
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', isForAll ? FOR_ALL : FOR_ONE);
    response.setHeader('ETag', document.etag);
    if (this.isStrict) {
      response.setHeader('Content-Security-Policy', this.policies.of(request, document.inline));
    }
    if (!indexable) {
      response.setHeader('X-Robots-Tag', 'noindex');
    }
    if (request.fresh) {
      response.statusCode = 304;
      response.end();
      return;
    }
    if (chosen !== null) {
      response.setHeader('Content-Encoding', chosen);
    }
    response.setHeader('Content-Length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /**
   * Sends pages that have been rendered before. Runs before the router, because routing takes
   * longer than the reply.
   */
  readonly sendKnown = (request: Request, response: Response, next: NextFunction): void => {
    const known = this.known(request);
    if (known === undefined) {
      next();
    } else {
      this.send(request, response, known).catch(next);
    }
  };

  private known(request: Request): PageReply | undefined {
    if (!['GET', 'HEAD'].includes(request.method) || request.originalUrl.includes('?')) {
      return undefined;
    }
    const { version } = this.domains.forHost(request.get('host') ?? '');
    const origin = publicOrigin(request, this.env);
    return this.pages.known({ origin, path: request.path, lang: DEFAULT_LANGUAGE, version });
  }
}
