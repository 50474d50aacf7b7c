import type { Clock } from './clock.js';
import type { SharedLanes } from './shared-lanes.js';

/** How a host stands in this process. */
export interface HostStanding {
  /** Connections that are open. */
  readonly used: number;
  /** What waits for one. */
  readonly waiting: number;
  /** Connections that this process would open if it were alone. */
  readonly limit: number;
}

/**
 * How many connections this process may have to a host among those that share one Redis; any number
 * where it shares nothing. It begins with the one that every process may have, so that no fetch waits
 * for an answer. While there is none, the process keeps to its share among those that were there last;
 * where it has never heard of others, to its own rules alone.
 */
export class HostPart {
  private part: number;
  private processes: number | null = null;
  private isAsking = false;
  private answeredAt: number;
  /** Until when the host wants to be left alone, where the others have not been told; 0 for not. */
  private untoldUntil = 0;

  /**
   * @param shared null: this process is the only one.
   * @param host its `most` is for all processes together.
   * @param onAnswer called when the part may have changed, with how long the host wants to be left
   *   alone, milliseconds.
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

  /** Up to how many may be opened: a part that was not renewed in time is somebody else's by now. */
  get room(): number {
    const { shared, clock, answeredAt } = this;
    return shared !== null && clock.now() - answeredAt > shared.leaseMs ? 1 : this.part;
  }

  /** Tells the other processes to leave the host alone, too, with the next question. */
  tellPause(ms: number): void {
    this.untoldUntil = this.clock.now() + ms;
  }

  /** Asks for a part that fits, and renews it. One question at a time. */
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
      // Told once: each echo would be late by the time that the answer took.
      if (answer !== null && this.untoldUntil === untoldUntil) {
        this.untoldUntil = 0;
      }
      this.processes = answer?.processes ?? this.processes;
      this.part = answer?.lanes ?? this.unanswered();
      this.onAnswer(answer?.pauseMs ?? 0);
    });
  }

  /** Gives the part back: nothing of this process needs the host any more. */
  leave(): void {
    this.shared?.leave(this.host.name);
  }

  /** As many as it would use: all where its part is used up, else what it has and one to grow by. */
  private wanted({ used, waiting, limit }: HostStanding): number {
    const wanted = used >= this.part ? limit : used + waiting + 1;
    return Math.max(1, used, Math.min(limit, wanted, this.host.most));
  }

  private unanswered(): number {
    const { processes, host } = this;
    return processes === null ? Infinity : Math.max(1, Math.floor(host.most / processes));
  }
}
