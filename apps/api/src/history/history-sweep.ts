import { Injectable } from '@nestjs/common';
import { inBatches } from '../infra/database/in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { EndingsService } from './endings/endings.service.js';
import { HistoryRepository } from './history.repository.js';

/** Once a minute is enough, because reading an account's history also corrects missed endings. */
const ENDS_EVERY_MS = 60_000;
/** Accounts per statement. */
const ACCOUNTS = 500;
/** Only once an hour, because this sweep checks all accounts. */
const BOUND_EVERY_MS = 3_600_000;
/** The maximum number of downloads kept per account. If there are more, the oldest are removed. */
const KEPT_ROWS = 50_000;

/** Corrects missed endings, and limits the size of histories. */
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
