import type { Clock } from '../clock.js';
import type { SharedLanes } from './shared-lanes.js';

/** The connections of this process to a host. */
interface HostUse {
  /** Number of open connections. */
  readonly used: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
  /** Number of connections that this process would open if it were alone. */
  readonly limit: number;
}

/**
 * How many connections this process may open to a host that it shares with the other processes on
 * one Redis. There is no limit if lanes are not shared. A process starts with one connection, which
 * is always allowed, so that no fetch waits for Redis. While Redis doesn't respond, the process
 * keeps to an equal share among the processes that existed at the last response. If it has never
 * learned of others, it follows only its own rules.
 */
export class HostPart {
  private part: number;
  private processes: number | null = null;
  private isAsking = false;
  private answeredAt: number;
  /**
   * End of the pause that the host requested; 0 if there is none, or if it has been sent to the
   * other processes.
   */
  private untoldUntil = 0;

  /**
   * @param shared null if this process is the only one.
   * @param host `most` applies to all processes together.
   * @param onAnswer called when the part may have changed, with the remainder of the pause that the
   *   host requested, in milliseconds.
   */
  constructor(
    private readonly shared: SharedLanes | null,
    private readonly host: { readonly name: string; readonly most: number },
    private readonly clock: Clock,
    private readonly onAnswer: (pauseMs: number) => void,
  ) {
    this.part = shared === null ? Infinity : 1;
    this.answeredAt = clock.now();
  }

  /** Number of connections that may be open. */
  get lanes(): number {
    return this.part;
  }

  /**
   * Number of connections up to which new ones may be opened. A part that wasn't renewed in time
   * may belong to another process by now.
   */
  get room(): number {
    const { shared, clock, answeredAt } = this;
    return shared !== null && clock.now() - answeredAt > shared.leaseMs ? 1 : this.part;
  }

  /** Whether other processes used the host when Redis last responded. */
  get hasOthers(): boolean {
    return (this.processes ?? 1) > 1;
  }

  /** Passes a pause on to the other processes with the next request. */
  announcePause(ms: number): void {
    this.untoldUntil = this.clock.now() + ms;
  }

  /** Requests a part of the right size, and renews it. Only one request runs at a time. */
  renew(use: HostUse): void {
    const { shared, host, untoldUntil } = this;
    if (shared === null || this.isAsking) {
      return;
    }
    this.isAsking = true;
    const need = {
      ...{ wanted: this.wanted(use), held: use.used, most: host.most },
      pauseMs: Math.max(0, untoldUntil - this.clock.now()),
    };
    void shared.agree(host.name, need).then((answer) => {
      [this.isAsking, this.answeredAt] = [false, this.clock.now()];
      // The pause is sent only once, because a repeated one would end later each time.
      if (answer !== null && this.untoldUntil === untoldUntil) {
        this.untoldUntil = 0;
      }
      this.processes = answer?.processes ?? this.processes;
      this.part = answer?.lanes ?? this.unanswered();
      this.onAnswer(answer?.pauseMs ?? 0);
    });
  }

  /** Gives up the part, because nothing in this process needs the host anymore. */
  leave(): void {
    this.shared?.leave(this.host.name);
  }

  /**
   * The number of connections to request: as many as possible if the part is used up; otherwise,
   * those that are open or requested, plus one for growth.
   */
  private wanted({ used, waiting, limit }: HostUse): number {
    const wanted = used >= this.part ? limit : used + waiting + 1;
    return Math.max(1, used, Math.min(limit, wanted, this.host.most));
  }

  private unanswered(): number {
    const { processes, host } = this;
    return processes === null ? Infinity : Math.max(1, Math.floor(host.most / processes));
  }
}
