import { Injectable, Logger } from '@nestjs/common';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_REQUEST_MS = 500;

/** What ends the process. */
interface Steps {
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

  /** True from the first signal on: balancers should send nobody here. */
  get hasBegun(): boolean {
    return this.begunAt !== null;
  }

  /** Takes over the signals that ask a process to end. */
  listen(steps: Steps): void {
    for (const signal of SIGNALS) {
      process.on(signal, () => this.onSignal(signal, steps));
    }
  }

  private onSignal(signal: NodeJS.Signals, { close, killChildren }: Steps): void {
    const now = performance.now();
    if (this.begunAt === null) {
      this.begunAt = now;
      console.log('Ending: what runs gets 20 s. A second signal ends it at once.');
      void close().then(
        () => dieOf(signal),
        (error: unknown) => {
          this.logger.error({ err: error }, 'The shutdown failed');
          process.exit(1);
        },
      );
    } else if (now - this.begunAt > SAME_REQUEST_MS) {
      try {
        killChildren();
      } finally {
        dieOf(signal);
      }
    }
  }
}

/** Ends the process as the signal does by default, which is what supervisors and shells expect. */
function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The kernel spares process 1 of a container.
  process.exit(128 + constants.signals[signal]);
}
