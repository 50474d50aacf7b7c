import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { EndingsService } from './endings.service.js';
import { HistoryRepository } from './history.repository.js';

/** Rows of ends that were missed are put right when they are read, too. */
const ENDS_EVERY_MS = 60_000;
/** An hour: it counts the rows of all accounts. */
const BOUND_EVERY_MS = 3_600_000;
/** So many downloads of an account are kept: beyond, the oldest go. */
const KEPT_ROWS = 50_000;
/** Removed by one statement, so that nobody waits for it. */
const BATCH = 1000;

/** Puts right what was missed, and bounds what is kept. */
@Injectable()
export class HistorySweep {
  private readonly logger = new Logger(HistorySweep.name);

  constructor(
    private readonly history: HistoryRepository,
    private readonly endings: EndingsService,
  ) {}

  @Interval(ENDS_EVERY_MS)
  async putRight(): Promise<void> {
    await this.attempt(() => this.endings.putAllRight());
  }

  @Interval(BOUND_EVERY_MS)
  async regularly(): Promise<void> {
    await this.attempt(() => this.bound());
  }

  /** @param kept rows of each account; tests keep fewer. */
  async bound(kept = KEPT_ROWS, batch = BATCH): Promise<void> {
    for (const accountId of await this.history.beyond(kept)) {
      while ((await this.history.removeBeyond(accountId, kept, batch)) === batch) {
        // As many as fit into one statement: there may be more.
      }
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.logger.warn({ err }, 'The history could not be put right; next try soon');
    }
  }
}
