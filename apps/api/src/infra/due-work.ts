import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AsyncResource } from 'node:async_hooks';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';

/**
 * How often to look for items that other processes have added, and for those due for a retry, in
 * milliseconds.
 */
const EVERY_MS = 5000;
/** How long the items in progress may take at shutdown, in milliseconds. */
const GRACE_MS = 5000;

interface DueWorkOptions {
  /** False in processes that leave the work to others. */
  readonly isOurs: boolean;
  readonly atOnce: number;
  /** The range of the random delay before `lookSoon` looks, in milliseconds. */
  readonly soonMs: readonly [min: number, max: number];
}

/**
 * Claims items that are due in the database, and processes a few at a time. Other processes do the
 * same. Items that are in progress when a process dies are claimed again when their leases expire.
 */
export abstract class DueWork<Item> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly queue: PQueue;
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isClosing = false;
  /**
   * Runs outside the async context of the caller, so that log lines are not attributed to its
   * request or task.
   */
  private readonly lookAlone = AsyncResource.bind(() => void this.look());

  protected constructor(private readonly options: DueWorkOptions) {
    this.queue = new PQueue({ concurrency: options.atOnce });
  }

  /** Claims at most `limit` items. @param runId identifies the claims */
  protected abstract claim(runId: string, limit: number): Promise<readonly Item[]>;

  /** Must not throw: the item's outcome is stored, or its lease expires. */
  protected abstract process(item: Item): Promise<void>;

  onApplicationBootstrap(): void {
    this.lookSoon();
  }

  /** Waits a short while for the items in progress. All others stay in the database. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer ?? undefined);
    const done = Promise.resolve(this.looking).then(() => this.queue.onIdle());
    // Don't let an unresponsive database delay the shutdown.
    await Promise.race([done, delay(GRACE_MS, null, { ref: false })]);
  }

  /** Looks for due items in a moment. Calls before that have no further effect. */
  lookSoon(): void {
    if (this.mayLook) {
      this.timer ??= setTimeout(
        () => {
          this.timer = null;
          this.lookAlone();
        },
        randomInt(...this.options.soonMs),
      ).unref();
    }
  }

  @Interval(EVERY_MS)
  async look(): Promise<void> {
    if (this.mayLook && this.looking === null) {
      this.looking = this.fill();
      await this.looking;
      this.looking = null;
    }
  }

  private get mayLook(): boolean {
    return this.options.isOurs && !this.isClosing;
  }

  /** Claims an item for each free place in the queue. Each processed item triggers another look. */
  private async fill(): Promise<void> {
    const free = this.options.atOnce - this.queue.pending;
    if (free === 0) {
      return;
    }
    try {
      for (const item of await this.claim(randomBytes(8).toString('hex'), free)) {
        void this.queue.add(() => this.process(item)).then(() => this.lookSoon());
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Due work could not be loaded; trying again in 5 s');
    }
  }
}
