import {
  type AddToFeedInput,
  addToFeedInputSchema,
  API,
  type DeletedFeedReply,
  type FeedAddressReply,
  type FeedItem,
  type FeedReply,
  LIMITS,
  type RemovedFeedItemReply,
  routeOf,
} from '@dipper/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import type { Request } from 'express';
import { AuthGuard, Session } from '../auth/auth.guard.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { publicOrigin } from '../infra/http/request/public-origin.js';
import { Limited } from '../infra/limits/limited.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { Scope } from '../infra/principal/scope.js';
import { Feeds } from './feed.service.js';

/**
 * The podcast feed of the signed-in account. API keys can only add items to it, because its address
 * is a secret.
 */
@Controller()
@UseGuards(AuthGuard)
@Limited('account')
export class FeedController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly feeds: Feeds,
  ) {}

  @Get(API.feed)
  async read(
    @Session() { accountId }: SignedInSession,
    @Req() request: Request,
  ): Promise<FeedReply> {
    const path = await this.feeds.pathOf(accountId);
    const url = path === null ? null : publicOrigin(request, this.env) + path;
    return { url, items: await this.feeds.items(accountId), limit: LIMITS.feedItems };
  }

  @Delete(API.feed)
  async delete(@Session() { accountId }: SignedInSession): Promise<DeletedFeedReply> {
    await this.feeds.delete(accountId);
    return { deleted: true };
  }

  @Post(API.feedItems)
  @Scope('make')
  @HttpCode(201)
  add(
    @Session() session: SignedInSession,
    @Body({ schema: addToFeedInputSchema }) { task_id }: AddToFeedInput,
  ): Promise<FeedItem> {
    return this.feeds.add(session, task_id);
  }

  @Delete(routeOf(API.feedItem, 'id'))
  async remove(
    @Session() { accountId }: SignedInSession,
    @Param('id') id: string,
  ): Promise<RemovedFeedItemReply> {
    await this.feeds.remove(id, accountId);
    return { removed: true };
  }

  @Post(API.renewFeed)
  @HttpCode(200)
  async renew(
    @Session() { accountId }: SignedInSession,
    @Req() request: Request,
  ): Promise<FeedAddressReply> {
    return { url: publicOrigin(request, this.env) + (await this.feeds.renew(accountId)) };
  }
}
