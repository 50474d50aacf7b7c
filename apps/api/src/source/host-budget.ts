import { Interrupted } from './source-error.js';

/** How many connections one host is asked with. */
export interface ConnectionRules {
  readonly first: number;
  readonly max: number;
}

/**
 * 4 is what browsers and download managers begin with or near it (aria2 5, Chromium 6); 16 is the
 * most that aria2 allows for one server, and gave all there was to be had from sources that limit
 * each connection (measured: 613 MB at 5 MB/s each in 8 s, with 8 connections 15 s).
 */
const RULES: ConnectionRules = { first: 4, max: 16 };
/** How often a host's rate is looked at, milliseconds. */
const LOOK_MS = 250;
/** More connections are worth it while they bring this much more. */
const GROWTH = 1.1;
/** Looks after a refusal until more connections are tried again; twice as many after each further one. */
const CALM_LOOKS = 40;
const MAX_CALM_LOOKS = CALM_LOOKS * 32;
/** A connection silent for so many looks, while others bring bytes, is given up (5 s). */
const SILENT_LOOKS = 20;

/** The time, as far as a budget needs it. */
export interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  /** @returns a cleanup function */
  every(ms: number, run: () => void): () => void;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

/** A connection's worth of leave to fetch from a host. */
export interface Lane {
  /** Aborted when the work on this lane is not wanted any more; its reason says why. */
  readonly signal: AbortSignal;
  /** The source accepted the request: bytes come on this lane now. */
  opened(): void;
  /** Bytes came. */
  received(bytes: number): void;
  /**
   * The source turned the request down (403, 429, 503).
   * @param retryAfterMs how long it wants to be left alone; null when it does not say
   */
  refused(retryAfterMs: number | null): void;
}

/** One stream's place at a host. */
export interface HostShare {
  /** Lanes that the host would give out now; at least 1. */
  readonly lanes: number;
  /**
   * Waits for a lane and works on it.
   * @param order lower numbers go first among the waiting of this share
   * @throws what the work throws, or the reason given to `dropOthers`, `close` or `leave` while it waited
   */
  use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T>;
  /** True when bytes come on other lanes: of this share, or with 'host' of any. */
  isServedBesides(lane: Lane, where: 'share' | 'host'): boolean;
  /** Ends what waits and works, except on one lane, and waits until it has ended. */
  dropOthers(lane: Lane, reason: unknown): Promise<void>;
  /** Gives out no more lanes: what waits fails, what works may end. */
  close(reason: unknown): void;
  /** Gives the place up, and ends what still waits or works. */
  leave(reason: unknown): void;
}

export interface ShareOptions {
  /** Hosts are shared evenly between owners (tasks), whatever number of streams they have. */
  readonly owner: object;
  /** Asked when a lane is free and nobody waits: may find more work and call `use`. */
  readonly onIdle?: () => void;
  readonly rules?: ConnectionRules | undefined;
}

/**
 * Shares out connections to hosts, over all parts, segments, streams and tasks of this process.
 *
 * A host begins with 4 lanes. Every 250 ms, if all of them are in use and the host's total rate has
 * grown by 10 % since the last change, there are twice as many, at most 16. A refusal (403, 429,
 * 503) while other lanes are served leaves half of those that were in use, for 10 s at least;
 * lanes that bring bytes are never cut short for it. A free lane goes to the task with the fewest,
 * in it to the stream with the fewest, in it to the lowest `order`; when nobody waits, streams are
 * asked whether they can split off work. Parts end after 8 MiB at the latest, so a newcomer soon
 * has its share.
 *
 * p-queue has neither fairness between owners nor a limit that may fall below what runs with
 * somebody told when a lane is free; hence our own.
 */
export class HostBudget {
  private readonly hosts = new Map<string, Host>();

  constructor(readonly clock: Clock = CLOCK) {}

  /** @param url any URL of the stream: its host (with the port) is what counts */
  join(url: string, options: ShareOptions): HostShare {
    const { host: name } = new URL(url);
    const known = this.hosts.get(name);
    const host =
      known ?? new Host(options.rules ?? RULES, this.clock, () => this.hosts.delete(name));
    this.hosts.set(name, host);
    return host.join(options);
  }
}

interface Waiter {
  readonly share: Share;
  readonly order: number;
  readonly start: (lane: HostLane) => void;
  readonly fail: (reason: unknown) => void;
}

class Host {
  readonly lanes = new Set<HostLane>();
  waiting: Waiter[] = [];
  limit: number;
  /** Counts the halvings: what was asked before one says nothing about the time after it. */
  generation = 0;
  private readonly shares = new Set<Share>();
  private bytes = 0;
  private lookedAt: number;
  /** The rate, bytes per millisecond, that the next one is compared with. */
  private reference = 0;
  private pausedUntil = 0;
  private calm = { looks: 0, next: CALM_LOOKS };
  private granting = false;
  private readonly stopLooking: () => void;

  constructor(
    private readonly rules: ConnectionRules,
    readonly clock: Clock,
    private readonly onEmpty: () => void,
  ) {
    this.limit = rules.first;
    this.lookedAt = clock.now();
    this.stopLooking = clock.every(LOOK_MS, () => this.look());
  }

  join(options: ShareOptions): Share {
    const share = new Share(this, options);
    this.shares.add(share);
    return share;
  }

  leave(share: Share): void {
    if (this.shares.delete(share) && this.shares.size === 0) {
      this.stopLooking();
      this.onEmpty();
    }
  }

  /** Gives out free lanes. Work that is found on the way comes in here again, hence the flag. */
  grant(): void {
    if (this.granting) {
      return;
    }
    this.granting = true;
    while (this.hasRoom() && (this.waiting.length > 0 || this.findsWork())) {
      this.startFairest();
    }
    this.granting = false;
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  refused(lane: HostLane, retryAfterMs: number | null): void {
    if (retryAfterMs !== null) {
      this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + retryAfterMs);
    }
    if (lane.generation === this.generation && this.lanes.size > 1) {
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.lanes.size) / 2));
      this.generation += 1;
      this.calm = { looks: this.calm.next, next: Math.min(this.calm.next * 2, MAX_CALM_LOOKS) };
    }
  }

  private hasRoom(): boolean {
    return this.lanes.size < this.limit && this.clock.now() >= this.pausedUntil;
  }

  private findsWork(): boolean {
    for (const share of [...this.shares].sort((a, b) => this.compare(a, b))) {
      share.options.onIdle?.();
      if (this.waiting.length > 0) {
        return true;
      }
    }
    return false;
  }

  private startFairest(): void {
    const next = this.waiting.reduce((best, one) =>
      (this.compare(one.share, best.share) || one.order - best.order) < 0 ? one : best,
    );
    this.waiting.splice(this.waiting.indexOf(next), 1);
    next.start(new HostLane(next.share, this.generation));
  }

  private compare(one: Share, other: Share): number {
    return (
      this.lanesOf(one.options.owner) - this.lanesOf(other.options.owner) || one.count - other.count
    );
  }

  private lanesOf(owner: object): number {
    let count = 0;
    for (const { share } of this.lanes) {
      count += share.options.owner === owner ? 1 : 0;
    }
    return count;
  }

  private look(): void {
    const now = this.clock.now();
    const rate = this.bytes / Math.max(1, now - this.lookedAt);
    this.lookedAt = now;
    this.giveUpSilentLanes(this.bytes > 0);
    this.bytes = 0;
    this.adjust(rate);
    this.grant();
  }

  private adjust(rate: number): void {
    if (this.calm.looks > 0) {
      this.calm.looks -= 1;
      // What comes now, with fewer lanes, is what more of them must beat.
      this.reference = this.calm.looks === 0 ? 0 : rate;
      return;
    }
    const isFull = this.lanes.size >= this.limit && this.limit < this.rules.max;
    if (isFull && rate > this.reference * GROWTH) {
      this.reference = rate;
      this.limit = Math.min(this.rules.max, this.limit * 2);
    }
  }

  private giveUpSilentLanes(someCome: boolean): void {
    for (const lane of this.lanes) {
      lane.silentLooks = lane.hasReceived || !someCome ? 0 : lane.silentLooks + 1;
      lane.hasReceived = false;
      if (lane.silentLooks >= SILENT_LOOKS) {
        lane.end(new Interrupted(0, { code: 'SOURCE_TIMEOUT', cause: 'a silent connection' }));
      }
    }
  }
}

class Share implements HostShare {
  /** Lanes in use. */
  count = 0;
  private readonly working = new Map<Lane, Promise<unknown>>();
  private closed: { readonly reason: unknown } | null = null;

  constructor(
    readonly host: Host,
    readonly options: ShareOptions,
  ) {}

  get lanes(): number {
    return this.host.limit;
  }

  async use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T> {
    if (this.closed !== null) {
      throw this.closed.reason;
    }
    const lane = await new Promise<HostLane>((resolve, fail) => {
      const start = (given: HostLane): void => {
        this.enter(given);
        resolve(given);
      };
      this.host.waiting.push({ share: this, order, start, fail });
      this.host.grant();
    });
    const working = Promise.resolve().then(() => {
      // Its end may have come between the grant and now.
      lane.signal.throwIfAborted();
      return work(lane);
    });
    this.working.set(lane, working);
    try {
      return await working;
    } finally {
      this.exit(lane);
    }
  }

  isServedBesides(lane: Lane, where: 'share' | 'host'): boolean {
    return [...this.host.lanes].some(
      (other) => other !== lane && other.isOpen && (where === 'host' || other.share === this),
    );
  }

  async dropOthers(lane: Lane, reason: unknown): Promise<void> {
    this.dropWaiting(reason);
    const others = [...this.host.lanes].filter((one) => one.share === this && one !== lane);
    others.forEach((other) => other.end(reason));
    await Promise.allSettled(others.map((other) => this.working.get(other) ?? Promise.resolve()));
  }

  close(reason: unknown): void {
    this.closed ??= { reason };
    this.dropWaiting(reason);
  }

  leave(reason: unknown): void {
    this.close(reason);
    [...this.host.lanes].filter(({ share }) => share === this).forEach((lane) => lane.end(reason));
    this.host.leave(this);
    this.host.grant();
  }

  private dropWaiting(reason: unknown): void {
    const mine = this.host.waiting.filter(({ share }) => share === this);
    this.host.waiting = this.host.waiting.filter(({ share }) => share !== this);
    mine.forEach(({ fail }) => fail(reason));
  }

  private enter(lane: HostLane): void {
    this.count += 1;
    this.host.lanes.add(lane);
  }

  private exit(lane: HostLane): void {
    this.count -= 1;
    this.working.delete(lane);
    this.host.lanes.delete(lane);
    this.host.grant();
  }
}

class HostLane implements Lane {
  isOpen = false;
  hasReceived = false;
  silentLooks = 0;
  private readonly ended = new AbortController();

  /** @param generation of the host when the lane was given out */
  constructor(
    readonly share: Share,
    readonly generation: number,
  ) {}

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  opened(): void {
    this.isOpen = true;
  }

  received(bytes: number): void {
    this.hasReceived = true;
    this.share.host.received(bytes);
  }

  refused(retryAfterMs: number | null): void {
    this.share.host.refused(this, retryAfterMs);
  }

  end(reason: unknown): void {
    this.ended.abort(reason);
  }
}
