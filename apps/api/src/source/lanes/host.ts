import { metrics } from '../../infra/metrics/metrics.js';
import type { Clock } from '../clock.js';
import { HostBusy } from '../client/source-error.js';
import { HostLane } from './host-lane.js';
import { HostPart } from './host-part.js';
import type { ConnectionRules, Lane, ShareOptions } from './host-share.js';
import type { SharedLanes } from './shared-lanes.js';
import { SilentLanes } from './silent-lanes.js';
import { SpareLanes, type SpareWish } from './spare-lanes.js';
import { Share, type ShareHost, type TaskLane, type Waiter } from './stream-share.js';

/** Interval at which a host's rate is measured, in milliseconds. */
const CHECK_MS = 250;
/** More connections are worthwhile while they raise the total rate by this factor. */
const GROWTH = 1.1;
/**
 * Number of checks after a refusal before more connections are tried. It doubles with each further
 * refusal.
 */
const CALM_CHECKS = 40;
const MAX_CALM_CHECKS = CALM_CHECKS * 32;

interface HostOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly shared: SharedLanes | null;
  readonly onEmpty: () => void;
}

/** Distributes the connections to one host (`HostBudget` has the rules). */
export class Host implements ShareHost {
  readonly lanes = new Set<TaskLane>();
  waiting: Waiter[] = [];
  limit: number;
  /**
   * Number of halvings so far. Refusals of requests that were sent before the last halving don't
   * count again.
   */
  generation = 0;
  private readonly shares = new Set<Share>();
  readonly spare: SpareLanes;
  private bytes = 0;
  private readonly silent = new SilentLanes();
  private checkedAt: number;
  /** The rate that the next one is compared with, in bytes per millisecond. */
  private reference = 0;
  private pausedUntil = 0;
  private calm = { checks: 0, next: CALM_CHECKS };
  private granting = false;
  /**
   * Null while the host is idle. Idle hosts have no timer, because a playlist may name any number
   * of hosts.
   */
  private stopChecking: (() => void) | null = null;
  private readonly part: HostPart;
  private readonly clock: Clock;

  constructor(
    private readonly rules: ConnectionRules,
    private readonly options: HostOptions,
  ) {
    const { name, clock, shared } = options;
    this.limit = rules.first;
    this.clock = clock;
    this.checkedAt = clock.now();
    this.spare = new SpareLanes({
      clock,
      room: () => this.most - this.lanes.size,
      isPaused: () => clock.now() < this.pausedUntil,
    });
    this.part = new HostPart(shared, { name, most: rules.max }, clock, (pauseMs) => {
      this.pauseFor(pauseMs);
      if (pauseMs > 0) {
        // The host has refused a request of some process's task.
        this.spare.clear();
      }
      this.grant();
    });
  }

  get isUsedElsewhere(): boolean {
    return this.part.hasOthers;
  }

  join(options: ShareOptions): Share {
    const share = new Share(this, options);
    this.shares.add(share);
    return share;
  }

  leave(share: Share): void {
    if (this.shares.delete(share)) {
      this.leaveIfUnused();
    }
  }

  async useSpare<T>(wish: SpareWish, work: (lane: Lane) => Promise<T>): Promise<T> {
    const using = this.spare.use(wish, work);
    this.grant();
    try {
      return await using;
    } finally {
      this.grant();
      this.leaveIfUnused();
    }
  }

  private leaveIfUnused(): void {
    if (this.shares.size === 0 && this.spare.isIdle) {
      this.checkWhileBusy();
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
      this.spare.settle();
      this.checkWhileBusy();
    }
  }

  received(bytes: number): void {
    this.bytes += bytes;
    metrics.count('dipper_source_bytes_total', { use: 'task' }, bytes);
  }

  refused(lane: Pick<TaskLane, 'generation'>, retryAfterMs: number | null): void {
    metrics.count('dipper_source_refusals_total', {});
    if (retryAfterMs !== null) {
      this.pauseFor(retryAfterMs);
      this.part.announcePause(retryAfterMs);
      this.renewPart();
    }
    this.spare.clear();
    if (lane.generation === this.generation && this.lanes.size > 1) {
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.lanes.size) / 2));
      this.generation += 1;
      this.calm = { checks: this.calm.next, next: Math.min(this.calm.next * 2, MAX_CALM_CHECKS) };
    }
  }

  /** Number of lanes that tasks may use. */
  private get room(): number {
    return Math.min(this.limit, this.most - this.reserved);
  }

  /** Number of lanes that may be in use, including those of playback. */
  private get most(): number {
    return Math.min(this.calm.checks > 0 ? this.limit : this.rules.max, this.part.room);
  }

  /** Number of lanes that tasks leave to playback, even if they could use all. */
  private get reserved(): 0 | 1 {
    return this.calm.checks === 0 && this.spare.isWanted && this.most > 1 ? 1 : 0;
  }

  private hasRoom(): boolean {
    return this.lanes.size < this.room && this.clock.now() >= this.pausedUntil;
  }

  private pauseFor(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
  }

  private renewPart(): void {
    const { lanes, waiting, spare } = this;
    // For playback alone, a process requests no more lanes than it has, because tasks of other
    // processes may need the rest.
    const limit = lanes.size + waiting.length > 0 ? this.limit : spare.count;
    this.part.renew({ used: lanes.size + spare.count, waiting: waiting.length, limit });
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

  /** Measures the rate periodically while lanes are in use or requested. */
  private checkWhileBusy(): void {
    const isWorking = this.shares.size > 0 && this.lanes.size + this.waiting.length > 0;
    const isBusy = isWorking || !this.spare.isIdle;
    if (isBusy && this.stopChecking === null) {
      this.checkedAt = this.clock.now();
      this.stopChecking = this.clock.every(CHECK_MS, () => this.check());
      this.renewPart();
    } else if (!isBusy) {
      this.stopChecking?.();
      this.stopChecking = null;
    }
  }

  private check(): void {
    const now = this.clock.now();
    const rate = this.bytes / Math.max(1, now - this.checkedAt);
    this.checkedAt = now;
    this.silent.end(this.lanes, this.bytes, (lane) => this.refused(lane, null));
    this.bytes = 0;
    this.adjust(rate);
    this.renewPart();
    this.handOver();
    this.grant();
  }

  private adjust(rate: number): void {
    if (this.calm.checks > 0) {
      this.calm.checks -= 1;
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
   * Takes a lane from the task with the most lanes, for a waiting task with fewer lanes, for
   * another process, or for playback.
   */
  private handOver(): void {
    const waiting = Math.min(...this.waiting.map(({ share }) => this.lanesOf(share.options.owner)));
    const isForPlayback = this.spare.isStarved && this.lanes.size > this.most - this.reserved;
    const isOver = this.lanes.size > this.part.lanes || isForPlayback;
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
}
