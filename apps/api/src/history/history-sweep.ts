import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { inBatches } from '../infra/database/in-batches.js';
import { EndingsService } from './endings.service.js';
import { HistoryRepository } from './history.repository.js';

/** Rows of ends that were missed are put right when they are read, too. */
const ENDS_EVERY_MS = 60_000;
/** An hour: it counts the rows of all accounts. */
const BOUND_EVERY_MS = 3_600_000;
/** So many downloads of an account are kept: beyond, the oldest go. */
const KEPT_ROWS = 50_000;

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
  async bound(kept = KEPT_ROWS, batch?: number): Promise<void> {
    for (const accountId of await this.history.beyond(kept)) {
      await inBatches((limit) => this.history.removeBeyond(accountId, kept, limit), batch);
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
