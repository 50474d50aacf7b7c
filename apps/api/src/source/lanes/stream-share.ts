import type { HostLane } from './host-lane.js';
import type { HostShare, Lane, ShareOptions } from './host-share.js';
import type { SpareLanes } from './spare-lanes.js';

/** The parts of a host's budget that its shares use. */
export interface ShareHost {
  /** Number of lanes that the host currently allows. */
  readonly limit: number;
  /** The lanes in use by tasks. */
  readonly lanes: Set<TaskLane>;
  waiting: Waiter[];
  /** Whether other processes use the host, as far as this process knows. */
  readonly isUsedElsewhere: boolean;
  /** The lanes in use by playback. */
  readonly spare: Pick<SpareLanes, 'isServed'>;
  /** Grants free lanes. */
  grant(): void;
  leave(share: Share): void;
  received(bytes: number): void;
  refused(lane: { readonly generation: number }, retryAfterMs: number | null): void;
}

/** A lane in use by a task. */
export type TaskLane = HostLane<Share>;

export interface Waiter {
  readonly share: Share;
  readonly order: number;
  readonly start: (lane: TaskLane) => void;
  readonly fail: (reason: unknown) => void;
}

/** A stream's share of one host (`HostShare`). */
export class Share implements HostShare {
  /** Number of lanes in use. */
  count = 0;
  private readonly working = new Map<Lane, Promise<unknown>>();
  private closed: { readonly reason: unknown } | null = null;

  constructor(
    readonly host: ShareHost,
    readonly options: ShareOptions,
  ) {}

  get lanes(): number {
    return this.host.limit;
  }

  async use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T> {
    if (this.closed !== null) {
      throw this.closed.reason;
    }
    const lane = await new Promise<TaskLane>((resolve, fail) => {
      const start = (given: TaskLane): void => {
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
    const isServed = [...this.host.lanes].some(
      (other) => other !== lane && other.isOpen && (where === 'host' || other.share === this),
    );
    return isServed || (where === 'host' && this.host.spare.isServed);
  }

  get isUsedElsewhere(): boolean {
    return this.host.isUsedElsewhere;
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

  private enter(lane: TaskLane): void {
    this.count += 1;
    this.host.lanes.add(lane);
  }

  private exit(lane: TaskLane): void {
    this.count -= 1;
    this.working.delete(lane);
    this.host.lanes.delete(lane);
    this.host.grant();
  }
}
