import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { HostLane as LaneOf } from './host-lane.js';
import { HostPart } from './host-part.js';
import type { ConnectionRules, HostShare, Lane, ShareOptions } from './host-share.js';
import type { SharedLanes } from './shared-lanes.js';
import { HostBusy, SourceStalled } from '../client/source-error.js';

/**
 * Browsers and download managers open about 4 connections by default (Chromium 6, aria2 5), and
 * aria2 allows at most 16 per server. From a source that limits each connection to 5 MB/s, 613 MB
 * take 8 s over 16 connections and 15 s over 8 (measured, `npm run bench:fetch`).
 */
const RULES: ConnectionRules = { first: 4, max: 16 };
/** Interval at which a host's rate is measured, in milliseconds. */
const LOOK_MS = 250;
/** More connections are worthwhile while they raise the total rate by this factor. */
const GROWTH = 1.1;
/**
 * Number of looks after a refusal before more connections are tried. It doubles with each further
 * refusal.
 */
const CALM_LOOKS = 40;
const MAX_CALM_LOOKS = CALM_LOOKS * 32;
/**
 * Number of looks (5 s) after which an almost silent connection is replaced while others deliver.
 */
const SILENT_LOOKS = 20;
/**
 * A connection that delivers fewer bytes per look than this (4 KiB/s) counts as silent if the host
 * delivers ten times as much on another lane.
 */
const SILENT_BYTES = 1024;

/**
 * Distributes connections ("lanes") to hosts among all parts, segments, streams and tasks of this
 * process, and among processes if there are several (`HostPart`). The rules:
 * - A host starts with 4 lanes. Every 250 ms, the number doubles, up to 16, if all lanes are in use
 *   and the host's total rate is 10% above that of the last increase.
 * - A refusal (403, 429, 503) while other lanes are served halves the number in use. No lane that
 *   delivers bytes is cut; nothing new starts until enough lanes have ended. Requests that are
 *   refused together count once. More lanes are tried again after 10 s, then 20 s, 40 s …
 * - A `Retry-After` stops new requests to the host for that long.
 * - A free lane goes to the task with the fewest lanes, within that task to the stream with the
 *   fewest, and then by `order`. If a waiting task has at least two lanes fewer than another task,
 *   the other task gives up a lane at each look, and the part on that lane is resumed later. (With
 *   a slow source, waiting for parts to end would take minutes.)
 * - When nothing is waiting, streams may split off more work (`onIdle`) at every look.
 * - A lane that delivers less than 4 KiB/s for 5 s, while the host delivers ten times as much on
 *   another lane, is replaced, unless its bytes would be lost. If the lane got no response at all,
 *   it also counts as refused.
 * - With several processes, each one opens only its share of lanes. A process that has more gives
 *   up one at each look, from streams that have others left. A `Retry-After` applies to all
 *   processes.
 *
 * p-queue has a settable concurrency, but no fairness between owners and no hook for a free slot.
 */
export class HostBudget {
  private readonly hosts = new Map<string, Host>();

  /** @param shared divides the lanes among processes; null if this process is the only one. */
  constructor(
    readonly clock: Clock = SYSTEM_CLOCK,
    private readonly shared: SharedLanes | null = null,
  ) {}

  /** @param url any URL of the stream. Only its host (with the port) matters. */
  join(url: string, options: ShareOptions): HostShare {
    const { host: name } = new URL(url);
    const { clock, shared } = this;
    const about = { name, clock, shared, onEmpty: () => this.hosts.delete(name) };
    const host = this.hosts.get(name) ?? new Host(options.rules ?? RULES, about);
    this.hosts.set(name, host);
    return host.join(options);
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }
}

type HostLane = LaneOf<Share>;

interface HostOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly shared: SharedLanes | null;
  readonly onEmpty: () => void;
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
  /**
   * Number of halvings so far. Refusals of requests that were sent before the last halving don't
   * count again.
   */
  generation = 0;
  private readonly shares = new Set<Share>();
  private bytes = 0;
  /** The highest average number of bytes per lane between two looks. */
  private best = 0;
  private lookedAt: number;
  /** The rate that the next one is compared with, in bytes per millisecond. */
  private reference = 0;
  private pausedUntil = 0;
  private calm = { looks: 0, next: CALM_LOOKS };
  private granting = false;
  /**
   * Null while the host is idle. Idle hosts have no timer, because a playlist may name any number
   * of hosts.
   */
  private stopLooking: (() => void) | null = null;
  private readonly part: HostPart;
  private readonly clock: Clock;

  constructor(
    private readonly rules: ConnectionRules,
    private readonly options: HostOptions,
  ) {
    const { name, clock, shared } = options;
    this.limit = rules.first;
    this.clock = clock;
    this.lookedAt = clock.now();
    this.part = new HostPart(shared, { name, most: rules.max }, clock, (pauseMs) => {
      this.pauseFor(pauseMs);
      this.grant();
    });
  }

  join(options: ShareOptions): Share {
    const share = new Share(this, options);
    this.shares.add(share);
    return share;
  }

  leave(share: Share): void {
    if (this.shares.delete(share) && this.shares.size === 0) {
      this.lookWhileBusy();
      this.part.leave();
      this.options.onEmpty();
    }
  }

  /**
   * Grants free lanes. Calls from within are ignored, because work that `onIdle` finds requests a
   * lane itself.
   */
  grant(): void {
    if (this.granting) {
      return;
    }
    this.granting = true;
    try {
      while (this.hasRoom() && (this.waiting.length > 0 || this.findsWork())) {
        this.startFairest();
      }
    } finally {
      this.granting = false;
      this.lookWhileBusy();
    }
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  refused(lane: Pick<HostLane, 'generation'>, retryAfterMs: number | null): void {
    if (retryAfterMs !== null) {
      this.pauseFor(retryAfterMs);
      this.part.announcePause(retryAfterMs);
      this.renewPart();
    }
    if (lane.generation === this.generation && this.lanes.size > 1) {
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.lanes.size) / 2));
      this.generation += 1;
      this.calm = { looks: this.calm.next, next: Math.min(this.calm.next * 2, MAX_CALM_LOOKS) };
    }
  }

  /** Number of lanes that may be in use. */
  private get room(): number {
    return Math.min(this.limit, this.part.room);
  }

  private hasRoom(): boolean {
    return this.lanes.size < this.room && this.clock.now() >= this.pausedUntil;
  }

  private pauseFor(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
  }

  private renewPart(): void {
    const { lanes, waiting, limit } = this;
    this.part.renew({ used: lanes.size, waiting: waiting.length, limit });
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
    next.start(new LaneOf(next.share, this.generation));
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

  /** Measures the rate periodically while lanes are in use or requested. */
  private lookWhileBusy(): void {
    const isBusy = this.shares.size > 0 && this.lanes.size + this.waiting.length > 0;
    if (isBusy && this.stopLooking === null) {
      this.lookedAt = this.clock.now();
      this.stopLooking = this.clock.every(LOOK_MS, () => this.look());
      this.renewPart();
    } else if (!isBusy) {
      this.stopLooking?.();
      this.stopLooking = null;
    }
  }

  private look(): void {
    const now = this.clock.now();
    const rate = this.bytes / Math.max(1, now - this.lookedAt);
    this.lookedAt = now;
    this.giveUpSilentLanes();
    this.bytes = 0;
    this.adjust(rate);
    this.renewPart();
    this.handOver();
    this.grant();
  }

  private adjust(rate: number): void {
    if (this.calm.looks > 0) {
      this.calm.looks -= 1;
      // After the calm period, the first increase doesn't require a higher rate.
      this.reference = 0;
      return;
    }
    const isFull = this.lanes.size >= this.limit && this.limit < this.rules.max;
    if (isFull && rate > this.reference * GROWTH) {
      this.reference = rate;
      this.limit = Math.min(this.rules.max, this.limit * 2);
    }
  }

  /**
   * Takes a lane from the task with the most lanes, for a waiting task with fewer lanes or for
   * another process.
   */
  private handOver(): void {
    const waiting = Math.min(...this.waiting.map(({ share }) => this.lanesOf(share.options.owner)));
    const isOver = this.lanes.size > this.part.lanes;
    if (!isOver && (this.lanes.size < this.room || waiting === Infinity)) {
      return;
    }
    // Take the newest lane of a stream, because it loses the least. Each stream keeps at least one
    // lane.
    const richest = [...this.lanes]
      .filter(({ share, canResume, signal }) => share.count > 1 && canResume && !signal.aborted)
      .reverse()
      .sort((a, b) => this.lanesOf(b.share.options.owner) - this.lanesOf(a.share.options.owner))[0];
    if (
      richest !== undefined &&
      (isOver || this.lanesOf(richest.share.options.owner) - waiting >= 2)
    ) {
      richest.end(new HostBusy());
    }
  }

  /** Whether the host is known to be fast, even if all other lanes have ended. */
  private isKnownFast({ isOpen }: HostLane): boolean {
    return isOpen && this.best > 10 * SILENT_BYTES;
  }

  private giveUpSilentLanes(): void {
    this.best = Math.max(this.best, this.bytes / Math.max(1, this.lanes.size));
    for (const lane of this.lanes) {
      const others = this.bytes - lane.bytes;
      const isFastHost = others > 10 * SILENT_BYTES || this.isKnownFast(lane);
      const isSilent =
        lane.canResume &&
        ((lane.bytes === 0 && others > 0) || (lane.bytes < SILENT_BYTES && isFastHost));
      lane.silentLooks = isSilent ? lane.silentLooks + 1 : 0;
      lane.bytes = 0;
      if (lane.silentLooks >= SILENT_LOOKS) {
        if (!lane.isOpen) {
          // There was no response at all. Some hosts queue requests instead of refusing them.
          this.refused(lane, null);
        }
        lane.end(lane.isOpen ? new SourceStalled() : new HostBusy());
      }
    }
  }
}

class Share implements HostShare {
  /** Number of lanes in use. */
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
      // The lane may have been ended after it was granted.
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

  servesOthers(lane: Lane, where: 'share' | 'host'): boolean {
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
