import { setMaxListeners } from 'node:events';
import type { HostBudget } from './host-budget.js';
import type { ConnectionRules, HostShare, Lane } from './host-share.js';
import type { Pace } from '../client/pace.js';
import { retrying } from '../client/retry.js';
import type { SourceClient } from '../client/source-client.js';
import {
  HostBusy,
  SourceStalled,
  Interrupted,
  SourceGone,
  translateFailure,
} from '../client/source-error.js';
import { DomainError } from '../../infra/errors/domain-error.js';

/** Everything that the downloads of a task share. */
export interface FetchContext {
  readonly client: Pick<SourceClient, 'open' | 'readPatiently'>;
  readonly budget: HostBudget;
  /** Identifies the task, because a host's lanes are divided evenly between tasks. */
  readonly owner: object;
  /**
   * The numbers of connections that the stream's platform allows; default numbers are used if not
   * set.
   */
  readonly rules?: ConnectionRules | undefined;
  readonly signal: AbortSignal;
  readonly acceptsDamage: boolean;
  /** Checks that bytes keep coming while they are requested. */
  readonly pace: Pick<Pace, 'idle' | 'asking'>;
  /**
   * Called with the number of bytes received since the last call. The number is negative if bytes
   * were discarded.
   */
  readonly onBytes: (count: number) => void;
  /** Called with the number of bytes that an earlier run of the task fetched and that now count. */
  readonly onKept: (bytes: number) => void;
  /** Called with the total size in bytes once it is known. Throws if it exceeds our limit. */
  readonly onTotal: (bytes: number) => void;
  /**
   * Called with a stream's duration in seconds if its playlist gives it. Throws if it exceeds our
   * limit.
   */
  readonly onDuration: (seconds: number) => void;
  /**
   * Called with the number of bytes from the start of the stream that are on disk without a gap,
   * whenever it changes. It falls to 0 if the bytes are discarded. Never throws.
   */
  readonly onPrefix: (bytes: number) => void;
  /** Called with an estimate of the total size. Never throws. */
  readonly onEstimate: (bytes: number) => void;
}

/**
 * Number of refusals, while the host serves only other streams, after which the URL counts as
 * expired.
 */
const MAX_REFUSED_ALONE = 2;
/**
 * How long all processes pause, in milliseconds, after a refusal that another process's connections
 * may have caused. They notice it when they next renew their share, at most 250 ms later if Redis
 * responds, and then end their playback (`HostBudget`).
 */
const ELSEWHERE_PAUSE_MS = 2000;
/**
 * Number of stalled responses in a row, all without new bytes, after which we give up on a piece.
 */
const MAX_SILENT = 4;

interface Piece {
  /** Lower numbers go first. */
  readonly order: number;
  /** Returns the number of bytes of the piece so far. */
  readonly arrived: () => number;
  readonly pace: FetchContext['pace'];
  readonly signal: AbortSignal;
}

/**
 * Fetches a piece of a stream over its host's lanes. Each attempt waits for a separate lane, so
 * that no lane is held during a backoff. If there are too many connections, sources refuse requests
 * with 429 or 503, or with 403, as for an expired URL. While other pieces are served, a refusal is
 * taken to mean too many connections: the host gets fewer, and this piece waits until others have
 * ended. The URL counts as expired only if nothing is served. If other processes use the host, a
 * 403 is repeated once, after a pause for all of them, because this process doesn't know whether
 * the host serves them.
 * @param attempt fetches what is missing.
 * @throws whatever `retrying` throws; SourceGone if the URL has expired.
 */
export async function fetchPiece(
  share: HostShare,
  { order, arrived, pace, signal }: Piece,
  attempt: (lane: Lane) => Promise<void>,
): Promise<void> {
  let refusedAlone = 0;
  let hasPausedOthers = false;
  const onOneLane = async (lane: Lane): Promise<void> => {
    try {
      await attempt(lane);
    } catch (thrown) {
      const error = translateFailure(thrown, lane.signal);
      const refusal = refusalOf(error);
      if (refusal === null) {
        throw error;
      }
      if (share.servesOthers(lane, 'share')) {
        lane.refused(refusal.retryAfterMs);
        throw new HostBusy();
      }
      if (share.servesOthers(lane, 'host') && refusedAlone < MAX_REFUSED_ALONE) {
        refusedAlone += 1;
        lane.refused(refusal.retryAfterMs);
        throw new HostBusy();
      }
      if (error instanceof SourceGone && share.isUsedElsewhere && !hasPausedOthers) {
        hasPausedOthers = true;
        lane.refused(ELSEWHERE_PAUSE_MS);
        throw new HostBusy();
      }
      if (error instanceof Interrupted) {
        // Make the other pieces pause their requests to the host as well.
        lane.refused(error.waitMs);
      }
      throw error;
    }
  };
  const inTurn = (): Promise<void> =>
    pace.idle(() => share.use(order, (lane) => pace.asking(() => onOneLane(lane))));
  let [silent, most] = [0, arrived()];
  for (;;) {
    try {
      await retrying(inTurn, arrived, signal, pace);
      return;
    } catch (error) {
      if (!(error instanceof HostBusy)) {
        throw error;
      }
      // Without this check, requests to a source that always stops at the same position would never
      // end. The bytes before that position, sent again and again, look like progress to `Pace`.
      silent = arrived() > most ? 0 : silent + Number(error instanceof SourceStalled);
      most = Math.max(most, arrived());
      if (silent === MAX_SILENT) {
        throw new DomainError('SOURCE_TIMEOUT', { cause: 'it stalls at the same position' });
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

/** Work that succeeds or fails together. */
export class WorkGroup {
  private readonly failed = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private onSettled: () => void = () => undefined;

  /** @param onFailure called once with the first failure; should stop the rest of the work. */
  constructor(private readonly onFailure: (reason: unknown) => void) {
    // Each piece of work adds a listener while it backs off, and a source may cut all connections
    // at the same time.
    setMaxListeners(0, this.failed.signal);
  }

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

  /**
   * Waits until nothing is running.
   * @throws the first failure.
   */
  async settled(): Promise<void> {
    if (this.running.size > 0) {
      await new Promise<void>((resolve) => (this.onSettled = resolve));
    }
    this.failed.signal.throwIfAborted();
  }
}
