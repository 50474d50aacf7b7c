import {
  API,
  type CreatedKeyReply,
  type CreateKeyInput,
  createKeyInputSchema,
  type KeysReply,
  type RevokedKeyReply,
  routeOf,
} from '@dipper/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { Idempotent } from '../../infra/idempotency/idempotent.js';
import { Limited } from '../../infra/limits/limited.js';
import type { SignedInSession } from '../../infra/principal/principal.js';
import { AuthGuard, Session } from '../auth.guard.js';
import { ApiKeys } from './api-keys.service.js';

/** The API keys of the signed-in account. Keys can't manage keys, not even themselves. */
@Controller()
@UseGuards(AuthGuard)
@Limited('account')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get(API.keys)
  list(@Session() { accountId, tier }: SignedInSession): Promise<KeysReply> {
    return this.keys.list(accountId, tier);
  }

  @Post(API.keys)
  @Idempotent(true)
  @HttpCode(201)
  create(
    @Session() { accountId }: SignedInSession,
    @Body({ schema: createKeyInputSchema }) input: CreateKeyInput,
  ): Promise<CreatedKeyReply> {
    return this.keys.create(accountId, input);
  }

  @Delete(routeOf(API.key, 'id'))
  async revoke(
    @Session() { accountId }: SignedInSession,
    @Param('id') id: string,
  ): Promise<RevokedKeyReply> {
    await this.keys.revoke(id, accountId);
    return { revoked: true };
  }
}
