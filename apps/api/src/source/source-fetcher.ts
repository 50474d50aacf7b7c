import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { boundDuration } from '../extract/bound-duration.js';
import type { MergePlan } from '../extract/merge-plan.js';
import { OffersService } from '../extract/offers.service.js';
import type { SourceFormat } from '../extract/source-info.js';
import { EgressService } from '../infra/egress/egress.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { boundSize } from '../merge/bound-size.js';
import type { ProgressMeter } from '../merge/progress-meter.js';
import type { FetchContext } from './fetch-context.js';
import { fetchSource, type Renew } from './fetch-source.js';
import { longestFetchMs, Pace } from './pace.js';

/** The streams of a plan: the picture (or the only one) first. */
export function sourcesOf({ main, sound }: MergePlan): SourceFormat[] {
  return sound === null ? [main] : [main, sound];
}

/** Brings all streams of a plan onto the disk, at the same time. */
@Injectable()
export class SourceFetcher {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES' | 'MAX_DURATION_SECONDS'>,
    private readonly egress: EgressService,
    private readonly offers: OffersService,
  ) {}

  /**
   * @returns their paths, in the order of `sourcesOf`.
   * @throws DomainError, or the reason of the signal.
   */
  async fetch(
    plan: MergePlan,
    folder: string,
    { meter, signal }: { meter: ProgressMeter; signal: AbortSignal },
  ): Promise<string[]> {
    const failed = new AbortController();
    const pace = new Pace((error) => failed.abort(error));
    const contextOf = this.contexts(meter, pace, AbortSignal.any([signal, failed.signal]));
    const renew = renewOnce(() =>
      pace.hold(() => unlessAborted(() => this.offers.renew(plan), signal)),
    );
    const fetches = sourcesOf(plan).map(async (format, index) => {
      const path = join(folder, `source-${index}`);
      await fetchSource(format, path, { renew, context: contextOf(index) });
      return path;
    });
    const tooLong = setTimeout(
      () => failed.abort(new DomainError('SOURCE_TIMEOUT', { cause: 'slower than it plays' })),
      longestFetchMs(plan.durationSeconds ?? this.env.MAX_DURATION_SECONDS),
    );
    try {
      return await Promise.all(fetches);
    } catch (error) {
      // One source that fails ends the other: half a file is of no use.
      failed.abort(error);
      await Promise.allSettled(fetches);
      throw error;
    } finally {
      clearTimeout(tooLong);
      pace.stop();
    }
  }

  /** What each source works with; sizes are bounded over all of them together. */
  private contexts(
    meter: ProgressMeter,
    pace: Pace,
    signal: AbortSignal,
  ): (source: number) => FetchContext {
    const totals: number[] = [];
    const most = this.env.MAX_FILE_BYTES;
    return (source) => ({
      egress: this.egress,
      signal,
      onBytes: (count) => {
        meter.addBytes(source, count);
        pace.received(count);
        if (count > 0) {
          boundSize(meter.arrived, most);
        }
      },
      onTotal: (bytes) => {
        meter.setTotal(source, bytes);
        totals[source] = bytes;
        boundSize(
          totals.reduce((sum, total) => sum + (total ?? 0), 0),
          most,
        );
      },
      onDuration: (seconds) => boundDuration(seconds, this.env.MAX_DURATION_SECONDS),
      onEstimate: (bytes) => meter.setTotal(source, bytes),
    });
  }
}

/** The reading goes on and is remembered, but a cancelled task does not wait for it. */
async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Not begun then: nobody would hear how it fails.
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { signal: listening.signal });
  });
  try {
    return await Promise.race([begin(), aborted]);
  } finally {
    listening.abort();
  }
}

/** Both sources may go at once: the page is read again once for both. */
function renewOnce(read: () => Promise<MergePlan>): Renew {
  let renewed: Promise<MergePlan> | null = null;
  return async (stale) => {
    renewed ??= read();
    const { main, sound } = await renewed;
    const fresh = stale.id === main.id ? main : sound;
    if (fresh === null || fresh.id !== stale.id) {
      throw new DomainError('FORMAT_UNAVAILABLE');
    }
    return fresh;
  };
}
