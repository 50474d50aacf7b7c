import { Inject, Injectable } from '@nestjs/common';
import { DueWork } from '../infra/due-work.js';
import { EgressRefused, toEgressError } from '../infra/egress/egress-error.js';
import { EgressService } from '../infra/egress/egress.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { pauseSeconds } from '../infra/delivery-pauses.js';
import {
  type CallbackOutcome,
  type ClaimedCallback,
  TaskCallbacks,
} from '../merge/callback/task-callbacks.js';
import { MergeEvents } from '../merge/merge-events.js';
import { signedHeaders } from './signature.js';
import { WebhookSecrets } from './webhook-secrets.js';

const AT_ONCE = 8;
const SOON_MS = [50, 60] as const;
/** Timeout for a receiver, in milliseconds. Much shorter than a claim's lease. */
const PATIENCE_MS = 15_000;
/** "Gone": the receiver no longer exists (Standard Webhooks). */
const GONE = 410;

/** Calls the URLs of tasks that have ended, in every process that runs tasks. */
@Injectable()
export class WebhookSender extends DueWork<ClaimedCallback> {
  constructor(
    @Inject(ENV) env: Pick<Env, 'ROLE'>,
    private readonly callbacks: TaskCallbacks,
    private readonly secrets: WebhookSecrets,
    private readonly egress: EgressService,
    private readonly events: MergeEvents,
  ) {
    super({ isOurs: env.ROLE !== 'api', atOnce: AT_ONCE, soonMs: SOON_MS });
  }

  override onApplicationBootstrap(): void {
    this.events.on('ended', () => this.lookSoon());
    super.onApplicationBootstrap();
  }

  protected async claim(runId: string, limit: number): Promise<ClaimedCallback[]> {
    await this.callbacks.noteEnded();
    const claimed: ClaimedCallback[] = [];
    // One at a time, because each counts towards the limit of its account.
    while (claimed.length < limit) {
      const next = await this.callbacks.claim(runId);
      if (next === null) {
        break;
      }
      claimed.push(next);
    }
    return claimed;
  }

  protected async process(claimed: ClaimedCallback): Promise<void> {
    const { id, attempts, ageSeconds } = claimed;
    try {
      const { outcome, isFinal } = await this.post(claimed);
      const { status, error } = outcome;
      const isDelivered = status !== null && status >= 200 && status <= 299;
      const again = isDelivered || isFinal ? null : pauseSeconds(attempts, ageSeconds);
      if (!isDelivered) {
        // The URL may contain a token.
        this.logger.log(
          { id, attempts, status, reason: error, again },
          'A webhook could not be delivered',
        );
      }
      await this.callbacks.settle(claimed, outcome, { isDelivered, again });
    } catch (error) {
      // The call is claimed again when its lease ends.
      this.logger.warn(
        { err: error, id },
        'The outcome of a webhook could not be stored; sending it again later',
      );
    }
  }

  /** @returns the outcome, and whether further attempts are useless */
  private async post(
    claimed: ClaimedCallback,
  ): Promise<{ readonly outcome: CallbackOutcome; readonly isFinal: boolean }> {
    const { id, type, payload, endedAt, url, accountId } = claimed;
    const { all } = await this.secrets.of(accountId);
    const body = JSON.stringify({ type, timestamp: endedAt.toISOString(), data: payload });
    try {
      const response = await this.egress.request(url, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': 'Dipper' },
          ...signedHeaders({ id, body }, all, Date.now()),
        },
        body,
        // A redirect could lead to an address that the account may not use.
        maxRedirects: 0,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      response.body.destroy();
      const { status } = response;
      return { outcome: { status, error: null }, isFinal: status === GONE };
    } catch (error) {
      const failure = toEgressError(error);
      const isRefused = failure instanceof EgressRefused;
      return {
        outcome: { status: null, error: isRefused ? 'address' : failure.reason },
        isFinal: isRefused,
      };
    }
  }
}
