import type { HostShare, Lane } from './host-budget.js';
import { retrying } from './retry.js';
import { Crowded, Interrupted, SourceGone, translateFailure } from './source-error.js';

/** Refusals of a stream that gets nothing, while its host serves others, until its URL counts as expired. */
const MAX_REFUSED_ALONE = 2;

interface Piece {
  /** Lower numbers go first. */
  readonly order: number;
  /** Bytes of the piece so far. */
  readonly arrived: () => number;
  readonly signal: AbortSignal;
}

/**
 * Fetches a piece of a stream over lanes of its host: each try waits for a lane of its own, so that
 * no lane is held while a source is given time.
 *
 * Too many connections are refused like expired URLs (403) or with 429 and 503. While other pieces
 * of the stream are served, a refusal is taken for the former: the host gets fewer connections, and
 * this piece its turn once one of the others has ended.
 * @param attempt fetches what is missing; its failure ends the try
 * @throws as `retrying`; SourceGone when the URL is not honoured though nothing else is asked
 */
export async function overLanes(
  share: HostShare,
  { order, arrived, signal }: Piece,
  attempt: (lane: Lane) => Promise<void>,
): Promise<void> {
  let refusedAlone = 0;
  const onOneLane = async (lane: Lane): Promise<void> => {
    try {
      await attempt(lane);
    } catch (thrown) {
      const error = translateFailure(thrown, lane.signal);
      const refusal = refusalOf(error);
      if (refusal === null) {
        throw error;
      }
      if (share.isServedBesides(lane, 'share')) {
        lane.refused(refusal.retryAfterMs);
        throw new Crowded();
      }
      if (share.isServedBesides(lane, 'host') && refusedAlone < MAX_REFUSED_ALONE) {
        refusedAlone += 1;
        lane.refused(refusal.retryAfterMs);
        throw new Crowded();
      }
      throw error;
    }
  };
  for (;;) {
    try {
      await retrying(() => share.use(order, onOneLane), arrived, signal);
      return;
    } catch (error) {
      if (!(error instanceof Crowded)) {
        throw error;
      }
    }
  }
}

function refusalOf(error: unknown): { readonly retryAfterMs: number | null } | null {
  if (error instanceof Interrupted) {
    return error.busy ?? null;
  }
  return error instanceof SourceGone && error.status === 403 ? { retryAfterMs: null } : null;
}

/** Several pieces of work that stand or fall together. */
export class WorkGroup {
  private readonly failed = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private onSettled: () => void = () => undefined;

  /** @param onFailure told once, with the first failure: the others are to end then */
  constructor(private readonly onFailure: (reason: unknown) => void) {}

  /** Aborted with the first failure. */
  get signal(): AbortSignal {
    return this.failed.signal;
  }

  fail(reason: unknown): void {
    if (!this.failed.signal.aborted) {
      this.failed.abort(reason);
      this.onFailure(reason);
    }
  }

  add(work: Promise<void>): void {
    const settled: Promise<void> = work
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.running.delete(settled);
        if (this.running.size === 0) {
          this.onSettled();
        }
      });
    this.running.add(settled);
  }

  /** Waits until nothing runs. @throws the first failure */
  async settled(): Promise<void> {
    if (this.running.size > 0) {
      await new Promise<void>((resolve) => (this.onSettled = resolve));
    }
    this.failed.signal.throwIfAborted();
  }
}
