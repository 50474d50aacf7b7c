import { feedPath, routeOf } from '@dipper/contract';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { publicOrigin } from '../infra/http/request/public-origin.js';
import { Limited } from '../infra/limits/limited.js';
import { Feeds } from './feed.service.js';

/** Serves feeds to podcast apps, which have no session. */
@Controller()
export class PublicFeedController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly feeds: Feeds,
  ) {}

  @Get(routeOf(feedPath, 'secret'))
  @Limited('feed')
  async feed(
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { config } = this.domains.forHost(request.get('host') ?? '');
    const site = { name: config.branding.name, origin: publicOrigin(request, this.env) };
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Robots-Tag', 'noindex');
    // The feed is revalidated each time, so that a replaced address stops working immediately.
    response.setHeader('Cache-Control', 'private, no-cache');
    const xml = config.authentication_enabled ? await this.feeds.xmlOf(secret, site) : null;
    if (xml === null) {
      response.status(404).type('text/plain').send('Not Found');
      return;
    }
    // `send` adds the ETag and answers 304.
    response.type('application/rss+xml').send(xml);
  }
}
