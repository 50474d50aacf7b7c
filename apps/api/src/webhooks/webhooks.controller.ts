import {
  API,
  routeOf,
  type WebhookDelivery,
  type WebhookSecretReply,
  type WebhooksReply,
} from '@dipper/contract';
import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { AuthGuard, Session } from '../auth/auth.guard.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { Limited } from '../infra/limits/limited.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { TaskCallbacks } from '../merge/callback/task-callbacks.js';
import { WebhookSecrets } from './webhook-secrets.js';

/**
 * The webhooks of the signed-in account. API keys have no access, because the replies contain the
 * secret.
 */
@Controller()
@UseGuards(AuthGuard)
@Limited('account')
export class WebhooksController {
  constructor(
    private readonly callbacks: TaskCallbacks,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Get(API.webhooks)
  async list(@Session() { accountId }: SignedInSession): Promise<WebhooksReply> {
    const { secret, previous_until } = await this.secrets.of(accountId);
    return { secret, previous_until, deliveries: await this.callbacks.ofAccount(accountId) };
  }

  @Post(API.webhookSecret)
  @HttpCode(200)
  async rotate(@Session() { accountId }: SignedInSession): Promise<WebhookSecretReply> {
    await this.secrets.rotate(accountId);
    const { secret, previous_until } = await this.secrets.of(accountId);
    return { secret, previous_until };
  }

  @Post(routeOf(API.webhookReplay, 'id'))
  @HttpCode(200)
  async replay(
    @Session() { accountId }: SignedInSession,
    @Param('id') id: string,
  ): Promise<WebhookDelivery> {
    const delivery = await this.callbacks.replay(id, accountId);
    if (delivery === null) {
      throw new DomainError('NOT_FOUND');
    }
    return delivery;
  }
}
