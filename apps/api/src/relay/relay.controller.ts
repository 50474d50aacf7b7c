import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import {
  API,
  type ImageQuery,
  imageQuerySchema,
  type MediaQuery,
  mediaQuerySchema,
} from '@dipper/contract';
import type { Request, Response } from 'express';
import { CountsBytes } from '../infra/limits/daily-bytes/daily-bytes.guard.js';
import { Limited } from '../infra/limits/limited.js';
import { RelayService } from './relay.service.js';
import { isTiktokGrant } from './tiktok-grant.js';
import { Scope } from '../infra/principal/scope.js';

/** Express also handles HEAD for each GET. */
@Controller()
@Scope('read')
export class RelayController {
  constructor(private readonly relay: RelayService) {}

  @Get(API.relay)
  @CountsBytes('delivers')
  @Limited('relay')
  async media(
    @Query({ schema: mediaQuerySchema }) { url, download, yields }: MediaQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = { url, download: download === '1', yields: yields === '1' };
    await this.relay.media(request, response, asked);
  }

  /** The same as `proxied_download`, but only for media from TikTok pages. */
  @Get(API.tiktokRelay)
  @CountsBytes('delivers')
  @Limited('relay')
  async tiktok(
    @Query({ schema: mediaQuerySchema }) { url, download, yields }: MediaQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const yielding = { yields: yields === '1' };
    const asked = { url, download: download === '1', ...yielding, accepts: isTiktokGrant };
    await this.relay.media(request, response, asked);
  }

  @Get(API.image)
  @Limited('image')
  async image(
    @Query({ schema: imageQuerySchema }) { url, download, grant }: ImageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.relay.image(request, response, { url, download: download === '1', grant });
  }
}
