import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  Logger,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ENV, type Env } from '../../env/env.module.js';
import { DomainError } from '../../errors/domain-error.js';
import { principalOf } from '../../principal/principal.js';
import { SiteSettings } from '../../sites/site-settings.js';
import { DeliveredBytes, restOfDayMs } from './delivered-bytes.js';
import { limitsOf, longestRetentionSeconds } from '../tiers.js';

/**
 * Marks handlers that are subject to a visitor's daily limit: `delivers` if their replies count,
 * `starts` if they only lead to a delivery that would then be refused.
 */
export const CountsBytes = Reflector.createDecorator<'delivers' | 'starts'>();

interface HandedOverFile {
  readonly id: string;
  readonly bytes: number;
}

/**
 * Records that another server sends the file of a reply: nginx (`X-Accel-Redirect`) or S3. The
 * whole file is then charged once per visitor and day, whichever ranges are requested.
 */
const handedOver = new WeakMap<Response, HandedOverFile>();
export function noteHandedOver(response: Response, file: HandedOverFile): void {
  handedOver.set(response, file);
}

/** How often to count the bytes of an open reply, in milliseconds. Replies may take hours. */
const COUNT_EVERY_MS = 10_000;
/** How long a task may wait and run before its file's retention begins, in milliseconds. */
const LONGEST_TASK_MS = 86_400_000;

/**
 * Refuses deliveries to a visitor who has reached the daily limit. A delivery is never cut off, so
 * a visitor may exceed the limit once. Files of tasks started by an account without a limit are not
 * charged to anyone who knows their ids.
 */
@Injectable()
export class DailyBytesGuard implements CanActivate {
  private readonly logger = new Logger(DailyBytesGuard.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly delivered: DeliveredBytes,
    private readonly settings: SiteSettings,
    @Inject(ENV) private readonly env: Pick<
      Env,
      'FILE_RETENTION_SECONDS' | 'FEED_RETENTION_SECONDS'
    >,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const role =
      context.getType() === 'http' && this.reflector.get(CountsBytes, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    // A HEAD request delivers nothing. Pages use it to check whether a file exists.
    if (!role || request.method === 'HEAD') {
      return true;
    }
    const { key, tier } = principalOf(request);
    const limit = limitsOf(tier).dailyBytes(this.settings);
    const taskId = taskIdOf(request, role);
    if (limit === null) {
      if (role === 'starts' && taskId !== null && this.settings.dailyBytes !== null) {
        const keptMs = LONGEST_TASK_MS + longestRetentionSeconds(this.env) * 1000;
        await this.delivered.exempt(taskId, keptMs);
      }
      return true;
    }
    if (role === 'delivers' && taskId !== null && (await this.delivered.isExempt(taskId))) {
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
    let counted = socket.bytesWritten;
    const warn = (err: unknown): void =>
      this.logger.warn({ err }, 'Delivered bytes could not be counted');
    const count = (): void => {
      const bytes = socket.bytesWritten - counted;
      counted += bytes;
      this.delivered.add(key, bytes).catch(warn);
    };
    const timer = setInterval(count, COUNT_EVERY_MS);
    timer.unref();
    response.once('close', () => {
      clearInterval(timer);
      count();
      const file = handedOver.get(response);
      if (file !== undefined) {
        this.delivered.addOnce(key, file.id, { bytes: file.bytes }).catch(warn);
      }
    });
  }
}

/**
 * Returns the task of a request; null for requests that are not about a task. Only a start may name
 * its task in the query: anyone could add the id of another task to the URL of a delivery.
 */
function taskIdOf({ params, query }: Request, role: 'delivers' | 'starts'): string | null {
  const id: unknown = params['task_id'] ?? (role === 'starts' ? query['task_id'] : undefined);
  return typeof id === 'string' && /^[\w-]{1,128}$/.test(id) ? id : null;
}

function limitReached(nowMs: number): DomainError {
  const seconds = Math.ceil(restOfDayMs(nowMs) / 1000);
  const hours = Math.max(1, Math.round(seconds / 3600));
  return new DomainError('DAILY_BYTES', { values: { hours }, retryAfterSeconds: seconds });
}
