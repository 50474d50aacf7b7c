import { Injectable, Logger } from '@nestjs/common';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Signals within this time count as one, because under npm a single Ctrl-C arrives twice: from the
 * terminal and from npm.
 */
const SAME_REQUEST_MS = 500;

/**
 * How long the process may take after the grace period to record work that it has handed back, and
 * to close sockets, even if a service hangs.
 */
const AFTER_GRACE_MS = 4000;
/**
 * The least time for open replies after closing has begun, in seconds. A long drain may have used
 * up the grace period.
 */
export const LEAST_FOR_REPLIES_SECONDS = 3;
/** How long handing work back may take if the process can't continue, in milliseconds. */
const HAND_BACK_MS = 3000;

interface Steps {
  /** How long running work may continue after the signal, in seconds. */
  readonly graceSeconds: number;
  /**
   * How long to keep serving requests normally after SIGTERM, in seconds. This gives load balancers
   * time to notice that the process is no longer ready.
   */
  readonly drainSeconds: number;
  readonly close: () => Promise<void>;
  /** Kills child processes if a graceful shutdown fails, or if the operator won't wait. */
  readonly killChildren: () => void;
}

/** Ends this process: gracefully on the first signal, immediately on the second. */
@Injectable()
export class Shutdown {
  private readonly logger = new Logger(Shutdown.name);
  private begunAt: number | null = null;
  private steps: Steps | null = null;
  private readonly handBacks: (() => Promise<void>)[] = [];
  private readonly starts: (() => void)[] = [];

  /** True after the first signal, when load balancers should send no more requests. */
  get hasBegun(): boolean {
    return this.begunAt !== null;
  }

  /** @param start called on the first signal, when no more work should be started */
  onBegin(start: () => void): void {
    this.starts.push(start);
  }

  /** @param handBack returns running work to other processes; called if this process fails */
  onFailure(handBack: () => Promise<void>): void {
    this.handBacks.push(handBack);
  }

  /**
   * Ends the process because it can't continue.
   * @param why a sentence for the operator
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

  listen(steps: Steps): void {
    this.steps = steps;
    for (const signal of SIGNALS) {
      process.on(signal, () => this.onSignal(signal, steps));
    }
  }

  private onSignal(signal: NodeJS.Signals, steps: Steps): void {
    const { close, killChildren, graceSeconds } = steps;
    const drainSeconds = drainAfter(signal, steps);
    const now = performance.now();
    if (this.begunAt === null) {
      this.begunAt = now;
      console.log(
        `Shutting down: running work has ${graceSeconds} s to finish. ${servedOn(drainSeconds)}A second signal stops the server immediately.`,
      );
      this.starts.forEach((start) => start());
      const endNow = (): void => {
        this.logger.warn('Some work could not be stopped cleanly');
        killAndDie(killChildren, signal);
      };
      const lastSeconds = Math.max(graceSeconds, drainSeconds + LEAST_FOR_REPLIES_SECONDS);
      const lastMs = lastSeconds * 1000 + AFTER_GRACE_MS;
      setTimeout(endNow, lastMs).unref();
      void passed(drainSeconds)
        .then(close)
        .then(
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

/** Resolves after this many seconds. Unlike `node:timers/promises`, it can be faked in tests. */
function passed(seconds: number): Promise<void> {
  return seconds === 0
    ? Promise.resolve()
    : new Promise((resolve) => void setTimeout(resolve, seconds * 1000));
}

/**
 * The duration of the drain, in seconds; 0 if the server is stopped from a terminal (Ctrl-C, a
 * closed window), which should be quick.
 */
function drainAfter(signal: NodeJS.Signals, { drainSeconds }: Steps): number {
  return signal === 'SIGTERM' ? drainSeconds : 0;
}

function servedOn(seconds: number): string {
  return seconds > 0 ? `Requests are served for another ${seconds} s. ` : '';
}

function killAndDie(killChildren: () => void, signal: NodeJS.Signals): void {
  try {
    killChildren();
  } finally {
    dieOf(signal);
  }
}

/** Ends the process with the signal itself, as supervisors and shells expect. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Exit explicitly, because the kernel does not kill process 1 of a container.
  process.exit(128 + constants.signals[signal]);
}
