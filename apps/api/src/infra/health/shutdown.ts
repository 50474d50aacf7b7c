import { Injectable, Logger } from '@nestjs/common';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_REQUEST_MS = 500;

/**
 * Time after the grace period to record handed-back work and close sockets, even if a service
 * hangs.
 */
const AFTER_GRACE_MS = 4000;
/** Time to hand work back when the process cannot go on. */
const HAND_BACK_MS = 3000;

/** How to shut down. */
interface Steps {
  /** Grace for running work, seconds. */
  readonly graceSeconds: number;
  /** Graceful: running work may finish. */
  readonly close: () => Promise<void>;
  /** Kills child processes, when a graceful stop fails or the operator won't wait. */
  readonly killChildren: () => void;
}

/** Ends this process: gracefully at the first signal, at once at the second. */
@Injectable()
export class Shutdown {
  private readonly logger = new Logger(Shutdown.name);
  private begunAt: number | null = null;
  private steps: Steps | null = null;
  private readonly handBacks: (() => Promise<void>)[] = [];

  /** True from the first signal on: load balancers should send no more requests. */
  get hasBegun(): boolean {
    return this.begunAt !== null;
  }

  /** @param handBack returns running work to other processes; called when this process fails. */
  onFailure(handBack: () => Promise<void>): void {
    this.handBacks.push(handBack);
  }

  /**
   * Ends the process because it cannot go on.
   * @param why one sentence for the operator
   */
  async fail(why: string): Promise<void> {
    if (this.begunAt !== null) {
      return;
    }
    this.begunAt = performance.now();
    console.error(why);
    const handedBack = Promise.allSettled(this.handBacks.map((handBack) => handBack()));
    await Promise.race([handedBack, delay(HAND_BACK_MS)]);
    try {
      this.steps?.killChildren();
    } finally {
      process.exit(1);
    }
  }

  /** Handles the termination signals. */
  listen(steps: Steps): void {
    this.steps = steps;
    for (const signal of SIGNALS) {
      process.on(signal, () => this.onSignal(signal, steps));
    }
  }

  private onSignal(signal: NodeJS.Signals, steps: Steps): void {
    const { close, killChildren, graceSeconds } = steps;
    const now = performance.now();
    if (this.begunAt === null) {
      this.begunAt = now;
      console.log(
        `Shutting down: running work has ${graceSeconds} s to finish. A second signal stops it at once.`,
      );
      const endNow = (): void => {
        this.logger.warn('Some work could not be stopped cleanly');
        killAndDie(killChildren, signal);
      };
      setTimeout(endNow, graceSeconds * 1000 + AFTER_GRACE_MS).unref();
      void close().then(
        () => dieOf(signal),
        (error: unknown) => {
          this.logger.error({ err: error }, 'The server could not shut down cleanly');
          process.exit(1);
        },
      );
    } else if (now - this.begunAt > SAME_REQUEST_MS) {
      killAndDie(killChildren, signal);
    }
  }
}

function killAndDie(killChildren: () => void, signal: NodeJS.Signals): void {
  try {
    killChildren();
  } finally {
    dieOf(signal);
  }
}

/** Dies of the signal itself, as supervisors and shells expect. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The kernel doesn't kill process 1 of a container.
  process.exit(128 + constants.signals[signal]);
}
