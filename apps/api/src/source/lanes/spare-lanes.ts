import type { Clock } from '../clock.js';
import { Interrupted } from '../client/source-error.js';
import { HostLane } from './host-lane.js';
import type { Lane } from './host-share.js';

/**
 * How long playback gets no lane after a host has refused a request, in milliseconds. It is as long
 * as the host's first calm period (`HostBudget`).
 */
const REFUSED_MS = 10_000;
/**
 * How long a lane is kept while somebody else is waiting for one, in milliseconds. A player reads
 * only a few seconds ahead, and then holds its lane for the rest of the film. This is enough time
 * for most sources to fill its buffer.
 */
const TURN_MS = 15_000;
/**
 * Maximum number of lanes of one visitor at one host. A player that seeks opens a new request
 * before the last one has ended.
 */
const MOST_OF_A_VISITOR = 2;

interface SpareOwner {
  readonly host: SpareLanes;
  readonly visitor: string;
  /** When the lane was granted, by the host's clock. */
  readonly since: number;
}

interface Waiter {
  readonly visitor: string;
  readonly start: (lane: HostLane<SpareOwner>) => void;
}

export interface SpareWish {
  /** Who is playing (`Principal.key`). */
  readonly visitor: string;
  /** Ends the wait, but not the work. */
  readonly signal: AbortSignal;
}

/** The lanes that one host's tasks leave free. */
interface SpareHost {
  readonly clock: Clock;
  /** Number of lanes that tasks leave free; it may be negative. */
  readonly room: () => number;
  /** Whether the host has requested a pause that has not ended. */
  readonly isPaused: () => boolean;
}

/**
 * The lanes of one host that its tasks leave free, for playing media while its file is being made.
 * They count towards the host's budget, and tasks have priority:
 * - They come on top of the lanes that tasks may currently use, up to the host's maximum. In the
 * calm period after a refusal, there are none.
 * - When tasks need the room, the newest lane ends with `Interrupted`. Its work may continue on
 * another lane.
 * - Players keep the last lane of a host's maximum while they want it. Otherwise, nothing would
 * play
 * during the longest waits, which are for sources that limit the rate of each connection. Tasks
 * then
 * have 15 of 16 lanes.
 * - When the host refuses a task's request, all of them end, and there are none for 10 s.
 * - A visitor has at most two of them. Further requests wait.
 * - While somebody is waiting, the lane that has been in use for longest ends after 15 s, with
 * `Interrupted`. Its work may wait in line for another one.
 * - Their bytes don't count towards the host's rate, because a player reads at the speed of
 * playback.
 */
export class SpareLanes {
  private readonly lanes = new Set<HostLane<SpareOwner>>();
  private waiting: Waiter[] = [];
  private barredUntil = 0;

  constructor(private readonly host: SpareHost) {}

  /** Number of lanes in use. */
  get count(): number {
    return this.lanes.size;
  }

  get isIdle(): boolean {
    return this.lanes.size + this.waiting.length === 0;
  }

  /** Whether work could use at least one lane. */
  get isWanted(): boolean {
    return !this.isIdle && !this.isBarred;
  }

  /** Whether work is waiting while there are no lanes. */
  get isStarved(): boolean {
    return this.lanes.size === 0 && this.isWanted;
  }

  /** Whether any lane receives bytes. */
  get isServed(): boolean {
    return [...this.lanes].some(({ isOpen }) => isOpen);
  }

  /**
   * Waits for a lane and works on it. Call `settle` afterwards and whenever the room changes.
   * @throws whatever the work throws, or the reason of `signal`
   */
  async use<T>({ visitor, signal }: SpareWish, work: (lane: Lane) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const lane = await new Promise<HostLane<SpareOwner>>((resolve, reject) => {
      const waiter = {
        visitor,
        start: (given: HostLane<SpareOwner>): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(given);
        },
      };
      const giveUp = (): void => {
        this.waiting = this.waiting.filter((one) => one !== waiter);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(waiter);
    });
    try {
      lane.signal.throwIfAborted();
      return await work(lane);
    } finally {
      this.lanes.delete(lane);
    }
  }

  /**
   * Ends lanes that tasks need or that have been held for too long, then grants free lanes to
   * waiting players.
   */
  settle(): void {
    const { room, isPaused, clock } = this.host;
    [...this.lanes]
      .reverse()
      .slice(0, Math.max(0, this.lanes.size - Math.max(0, room())))
      .forEach((lane) => this.end(lane));
    if (isPaused() || this.isBarred) {
      return;
    }
    for (let next = this.next(); next !== undefined; next = this.next()) {
      if (this.lanes.size >= room()) {
        this.endLongest();
        return;
      }
      const { visitor, start } = next;
      const lane = new HostLane<SpareOwner>({ host: this, visitor, since: clock.now() }, 0);
      this.waiting = this.waiting.filter((one) => one !== next);
      this.lanes.add(lane);
      start(lane);
    }
  }

  /** Ends all lanes, because the host has refused a request of a task. */
  clear(): void {
    this.barFor(REFUSED_MS);
    this.lanes.forEach((lane) => this.end(lane));
  }

  /** Called by a lane. */
  received(): void {
    // These bytes say nothing about the host's rate (see above).
  }

  /**
   * Called by a lane. The refusal affects only playback: tasks learn from their own requests
   * whether the host refuses them.
   */
  refused(_lane: unknown, retryAfterMs: number | null): void {
    this.barFor(Math.max(REFUSED_MS, retryAfterMs ?? 0));
  }

  /** The first in line whose visitor may have another lane. */
  private next(): Waiter | undefined {
    const isOf = (visitor: string) => (lane: HostLane<SpareOwner>) =>
      lane.share.visitor === visitor;
    return this.waiting.find(
      ({ visitor }) => [...this.lanes].filter(isOf(visitor)).length < MOST_OF_A_VISITOR,
    );
  }

  /** Ends the lane that has been in use for longest, unless it is new or another one is ending. */
  private endLongest(): void {
    const [longest] = this.lanes;
    const isEnding = [...this.lanes].some(({ signal }) => signal.aborted);
    if (longest && !isEnding && this.host.clock.now() - longest.share.since >= TURN_MS) {
      this.end(longest);
    }
  }

  private get isBarred(): boolean {
    return this.host.clock.now() < this.barredUntil;
  }

  private barFor(ms: number): void {
    this.barredUntil = Math.max(this.barredUntil, this.host.clock.now() + ms);
  }

  private end(lane: HostLane<SpareOwner>): void {
    lane.end(new Interrupted(0, { code: 'SOURCE_FAILED' }));
  }
}
