import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  type RawBodyRequest,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { createHash, createHmac } from 'node:crypto';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Keys } from '../keys/keys.js';
import { seal, unseal } from '../keys/sealed.js';
import { DomainError } from '../errors/domain-error.js';
import { accountOf, principalOf } from '../principal/principal.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { Idempotent } from './idempotent.js';

/** The draft allows any string. These characters need no escaping in a header or a log. */
const KEY = /^[\x21-\x7e]{1,255}$/;
const RETRY_SECONDS = 1;

/**
 * Implements `@Idempotent` (docs/decisions/0082), following the IETF's draft
 * (draft-ietf-httpapi-idempotency-key-header).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);
  private readonly key: Buffer;

  constructor(
    private readonly reflector: Reflector,
    private readonly requests: IdempotencyRepository,
    keys: Keys,
  ) {
    this.key = keys.for('idempotent reply').current;
  }

  intercept(context: ExecutionContext, handler: CallHandler): Observable<unknown> {
    const isIdempotent =
      context.getType() === 'http' && this.reflector.get(Idempotent, context.getHandler()) === true;
    const http = context.switchToHttp();
    const request = isIdempotent ? http.getRequest<RawBodyRequest<Request>>() : null;
    const given = request?.get('idempotency-key');
    return request === null || given === undefined
      ? handler.handle()
      : from(this.once(given, request, http.getResponse<Response>(), handler));
  }

  private async once(
    given: string,
    request: RawBodyRequest<Request>,
    response: Response,
    handler: CallHandler,
  ): Promise<unknown> {
    if (!KEY.test(given)) {
      throw new DomainError('INVALID_REQUEST');
    }
    const id = createHmac('sha256', this.key)
      .update(`${senderOf(request)}\n${given}`)
      .digest('base64url');
    // Replies contain task ids and API keys. Without the client's key, nobody can read them.
    const replyKey = createHmac('sha256', this.key).update(`reply\n${given}`).digest();
    const fingerprint = fingerprintOf(request);
    const claim = await this.requests.claim(id, fingerprint);
    if (claim.fingerprint !== fingerprint) {
      throw new DomainError('IDEMPOTENCY_MISMATCH');
    }
    if (!claim.isOurs) {
      const reply = claim.reply === null ? null : unseal(claim.reply, replyKey);
      if (reply === null) {
        throw new DomainError('IDEMPOTENCY_BUSY', { retryAfterSeconds: RETRY_SECONDS });
      }
      response.setHeader('Idempotency-Replayed', 'true');
      return JSON.parse(reply) as unknown;
    }
    return this.first(id, replyKey, handler);
  }

  private async first(id: string, replyKey: Buffer, handler: CallHandler): Promise<unknown> {
    let reply: unknown;
    try {
      reply = await firstValueFrom(handler.handle() as Observable<unknown>);
    } catch (error) {
      await this.requests.release(id).catch((failure: unknown) => this.warn(failure));
      throw error;
    }
    // The client must get the reply even if this fails, because the resource has been created.
    await this.requests
      .keep(id, seal(JSON.stringify(reply), replyKey))
      .catch((failure: unknown) => this.warn(failure));
    return reply;
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'The outcome of an idempotent request could not be stored');
  }
}

/**
 * All sessions and keys of an account count as one sender, so that a program may change its key.
 */
function senderOf(request: Request): string {
  const principal = principalOf(request);
  return accountOf(principal) ?? principal.key;
}

function fingerprintOf({ method, path, rawBody }: RawBodyRequest<Request>): string {
  return createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(rawBody ?? '')
    .digest('base64url');
}
