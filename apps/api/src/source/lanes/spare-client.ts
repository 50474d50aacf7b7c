import { once } from 'node:events';
import type { EgressResponse } from '../../infra/egress/egress.service.js';
import type { SourceClient, SourceRequest } from '../client/source-client.js';
import { Interrupted } from '../client/source-error.js';
import type { Remote } from '../client/source-stream.js';
import type { HostBudget } from './host-budget.js';
import type { ConnectionRules, Lane } from './host-share.js';

interface Player {
  /** Who is playing (`Principal.key`). */
  readonly visitor: string;
  /** Rules of the media's platform. */
  readonly rules: ConnectionRules | undefined;
}

/**
 * Sends requests only over lanes that tasks leave free (`SpareLanes`), for media that is played
 * while its file is being made.
 */
export class SpareClient implements Pick<SourceClient, 'open'> {
  constructor(
    private readonly client: Pick<SourceClient, 'open'>,
    private readonly budget: Pick<HostBudget, 'spare'>,
    private readonly player: Player,
  ) {}

  /**
   * Waits for a lane and sends one request over it. The lane is in use until the body is closed.
   * @returns a response as from `SourceClient.open`. Reading its body throws `Interrupted` if a
   * task needs the lane, or if other players have waited long enough.
   * @throws whatever `SourceClient.open` throws, or the reason of the request's signal.
   */
  async open(remote: Remote, request: SourceRequest): Promise<EgressResponse> {
    for (;;) {
      const answer = await this.tryOpen(remote, request);
      if (answer !== null) {
        return answer;
      }
    }
  }

  /** Returns null if the lane was taken away before there was a response. */
  private tryOpen(remote: Remote, request: SourceRequest): Promise<EgressResponse | null> {
    return new Promise((resolve, reject) => {
      const { signal } = request;
      this.budget
        .spare(remote.url, { ...this.player, signal }, async (lane) => {
          const answer = await this.openOn(lane, remote, request);
          const closed = answer === null || answer.body.closed ? null : once(answer.body, 'close');
          resolve(answer);
          await closed?.catch(() => undefined);
        })
        .catch(reject);
    });
  }

  private async openOn(
    lane: Lane,
    remote: Remote,
    request: SourceRequest,
  ): Promise<EgressResponse | null> {
    const signal = AbortSignal.any([request.signal, lane.signal]);
    try {
      const answer = await this.client.open(remote, { ...request, signal });
      lane.opened();
      return answer;
    } catch (error) {
      if (lane.signal.aborted && !request.signal.aborted) {
        return null;
      }
      if (error instanceof Interrupted && error.busy !== undefined) {
        lane.refused(error.busy.retryAfterMs);
      }
      throw error;
    }
  }
}
