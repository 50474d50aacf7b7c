import { API, routeOf, type ShortenReply, shortLinkPath } from '@dipper/contract';
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  Next,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ENV, type Env } from '../infra/env/env.module.js';
import { publicOrigin } from '../infra/http/request/public-origin.js';
import { Limited } from '../infra/limits/limited.js';
import { ShareService } from './share.service.js';
import { Scope } from '../infra/principal/scope.js';

/** One hour, because an id never changes its target, but the link can be removed. */
const REDIRECT_KEPT = 'public, max-age=3600';

/**
 * Short links. Express also handles HEAD for each GET. Registered before the pages, whose catch-all
 * route returns 404 for all other paths.
 */
@Controller()
export class ShareController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly shares: ShareService,
  ) {}

  /** Replies with 200, which is the contract's default, and right if the link already exists. */
  @Post(API.shortenPreview)
  @Scope('make')
  @HttpCode(200)
  @Limited('share')
  @Header('Cache-Control', 'no-store')
  async shorten(@Body() body: unknown, @Req() request: Request): Promise<ShortenReply> {
    const origin = publicOrigin(request, this.env);
    return { short_url: origin + shortLinkPath(await this.shares.shorten(body, origin)) };
  }

  @Get(routeOf(shortLinkPath, 'id'))
  async open(
    @Param('id') id: string,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const address = await this.shares.open(id);
    if (address === null) {
      next();
      return;
    }
    response.setHeader('Cache-Control', REDIRECT_KEPT);
    response.setHeader('X-Robots-Tag', 'noindex');
    response.redirect(302, address);
  }
}
