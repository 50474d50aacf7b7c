import { Injectable, Logger } from '@nestjs/common';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_REQUEST_MS = 500;

/**
 * Beyond the grace of running work: what is handed back then is noted, and sockets are closed. A step
 * that waits for a service that does not answer must not keep the process.
 */
const AFTER_GRACE_MS = 4000;
/** For work to be handed back when the process cannot go on. */
const HAND_BACK_MS = 3000;

/** What ends the process. */
interface Steps {
  /** Of running work, seconds. */
  readonly graceSeconds: number;
  /** In order: running work gets its grace. */
  readonly close: () => Promise<void>;
  /** Kills child processes; called when the operator will not wait for the above. */
  readonly killChildren: () => void;
}

/** The end of this process: in order at the first signal, at once at a second. */
@Injectable()
export class Shutdown {
  private readonly logger = new Logger(Shutdown.name);
  private begunAt: number | null = null;
  private steps: Steps | null = null;
  private readonly handBacks: (() => Promise<void>)[] = [];

  /** True from the first signal on: balancers should send nobody here. */
  get hasBegun(): boolean {
    return this.begunAt !== null;
  }

  /** @param handBack gives running work to others; called when this process ends in disorder. */
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

  /** Takes over the signals that ask a process to end. */
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

/** Ends the process as the signal does by default, which is what supervisors and shells expect. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The kernel spares process 1 of a container.
  process.exit(128 + constants.signals[signal]);
}
