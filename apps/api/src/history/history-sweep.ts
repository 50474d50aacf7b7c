import { Injectable } from '@nestjs/common';
import { inBatches } from '../infra/database/in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { EndingsService } from './endings/endings.service.js';
import { HistoryRepository } from './history.repository.js';

/** Reading an account's history also corrects the ends that were missed. */
const ENDS_EVERY_MS = 60_000;
/** Accounts per statement. */
const ACCOUNTS = 500;
/** An hour, because it checks all accounts. */
const BOUND_EVERY_MS = 3_600_000;
/** Downloads kept per account. The oldest of any more are removed. */
const KEPT_ROWS = 50_000;

/** Corrects ends that were missed, and limits the size of histories. */
@Injectable()
export class HistorySweep {
  constructor(
    private readonly history: HistoryRepository,
    private readonly endings: EndingsService,
  ) {}

  @Sweep({ name: 'history-ends', everyMs: ENDS_EVERY_MS })
  correctAll(): Promise<void> {
    return this.endings.correctAll();
  }

  /** @param kept number of rows to keep per account; smaller in tests */
  @Sweep({ name: 'history-bound', everyMs: BOUND_EVERY_MS })
  async bound(kept = KEPT_ROWS, batch?: number): Promise<void> {
    let after: string | null = null;
    do {
      const { beyond, last } = await this.history.beyond(kept, after, ACCOUNTS);
      for (const accountId of beyond) {
        await inBatches((limit) => this.history.removeBeyond(accountId, kept, limit), batch);
      }
      after = last;
    } while (after !== null);
  }
}
