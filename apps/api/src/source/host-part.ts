import type { Clock } from './clock.js';
import type { SharedLanes } from './shared-lanes.js';

/** A host's connections in this process. */
export interface HostStanding {
  /** Open connections. */
  readonly used: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
  /** Connections that this process would open if it were alone. */
  readonly limit: number;
}

/**
 * How many connections this process may open to a host that it shares with the other processes on one
 * Redis; unlimited without sharing. Starts with one, which every process may have, so that no fetch
 * waits for Redis. While Redis doesn't answer, the process keeps to an equal share among those it last
 * heard of; if it has never heard of others, only to its own rules.
 */
export class HostPart {
  private part: number;
  private processes: number | null = null;
  private isAsking = false;
  private answeredAt: number;
  /** End of the pause that the host requested, until the other processes have been told; 0 for none. */
  private untoldUntil = 0;

  /**
   * @param shared null: this process is the only one.
   * @param host its `most` is for all processes together.
   * @param onAnswer called when the part may have changed, with the rest of the pause that the host
   *   requested, in milliseconds.
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

  /** Connections that may be open. */
  get lanes(): number {
    return this.part;
  }

  /**
   * Connections that may be opened; a part that wasn't renewed in time may belong to another process.
   */
  get room(): number {
    const { shared, clock, answeredAt } = this;
    return shared !== null && clock.now() - answeredAt > shared.leaseMs ? 1 : this.part;
  }

  /** Passes a pause on to the other processes with the next request. */
  announcePause(ms: number): void {
    this.untoldUntil = this.clock.now() + ms;
  }

  /** Requests a part that fits, and renews it. One request at a time. */
  renew(standing: HostStanding): void {
    const { shared, host, untoldUntil } = this;
    if (shared === null || this.isAsking) {
      return;
    }
    this.isAsking = true;
    const need = {
      ...{ wanted: this.wanted(standing), held: standing.used, most: host.most },
      pauseMs: Math.max(0, untoldUntil - this.clock.now()),
    };
    void shared.agree(host.name, need).then((answer) => {
      [this.isAsking, this.answeredAt] = [false, this.clock.now()];
      // Sent once: a repeated pause would end later each time.
      if (answer !== null && this.untoldUntil === untoldUntil) {
        this.untoldUntil = 0;
      }
      this.processes = answer?.processes ?? this.processes;
      this.part = answer?.lanes ?? this.unanswered();
      this.onAnswer(answer?.pauseMs ?? 0);
    });
  }

  /** Returns the part when nothing in this process needs the host any more. */
  leave(): void {
    this.shared?.leave(this.host.name);
  }

  /**
   * Lanes to ask for: all of them if the part is used up, else those in use or requested, plus one
   * to grow.
   */
  private wanted({ used, waiting, limit }: HostStanding): number {
    const wanted = used >= this.part ? limit : used + waiting + 1;
    return Math.max(1, used, Math.min(limit, wanted, this.host.most));
  }

  private unanswered(): number {
    const { processes, host } = this;
    return processes === null ? Infinity : Math.max(1, Math.floor(host.most / processes));
  }
}
