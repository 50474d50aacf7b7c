import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { DomainError } from '../../errors/domain-error.js';
import { principalOf } from '../../principal/principal.js';
import { SiteSettings } from '../../sites/site-settings.js';
import { DeliveredBytes, restOfDayMs } from './delivered-bytes.js';
import { limitsOf } from '../tiers.js';

/**
 * Marks handlers that count in the daily bytes of a visitor: `delivers` if their replies count,
 * `starts` if they only lead to a delivery, which would then be refused.
 */
export const CountsBytes = Reflector.createDecorator<'delivers' | 'starts'>();

/** The bytes that another server sends for a reply, such as nginx (`X-Accel-Redirect`). */
const handedOver = new WeakMap<Response, number>();
export function noteHandedOver(response: Response, bytes: number): void {
  handedOver.set(response, bytes);
}

/**
 * Refuses deliveries to a visitor who has had the bytes of the day. A delivery that has begun is
 * never cut, so a visitor may get more than the limit once.
 */
@Injectable()
export class DailyBytesGuard implements CanActivate {
  private readonly logger = new Logger(DailyBytesGuard.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly delivered: DeliveredBytes,
    private readonly settings: SiteSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const role =
      context.getType() === 'http' && this.reflector.get(CountsBytes, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    // A HEAD request delivers nothing. Pages use it to see whether a file is there.
    if (!role || request.method === 'HEAD') {
      return true;
    }
    const { key, tier } = principalOf(request);
    const limit = limitsOf(tier).dailyBytes(this.settings);
    if (limit === null) {
      return true;
    }
    const now = Date.now();
    if ((await this.delivered.add(key, 0, now)) >= limit) {
      throw limitReached(now);
    }
    if (role === 'delivers') {
      this.countReply(request, context.switchToHttp().getResponse<Response>(), key);
    }
    return true;
  }

  private countReply({ socket }: Request, response: Response, key: string): void {
    const before = socket.bytesWritten;
    response.once('close', () => {
      const bytes = socket.bytesWritten - before + (handedOver.get(response) ?? 0);
      this.delivered.add(key, bytes).catch((err: unknown) => {
        this.logger.warn({ err }, 'Delivered bytes could not be counted');
      });
    });
  }
}

function limitReached(nowMs: number): DomainError {
  const seconds = Math.ceil(restOfDayMs(nowMs) / 1000);
  const hours = Math.max(1, Math.round(seconds / 3600));
  return new DomainError('DAILY_BYTES', { values: { hours }, retryAfterSeconds: seconds });
}
