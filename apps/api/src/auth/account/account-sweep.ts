import { Injectable } from '@nestjs/common';
import { inBatches } from '../../infra/database/in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { AccountRepository } from './account.repository.js';

/** An hour: unused accounts are few, and only take space. */
const EVERY_MS = 3_600_000;
/**
 * Counted from the last sign-in: twice the longest session, which may have been used until its end.
 */
const UNUSED_DAYS = 60;

/**
 * Removes unverified accounts that nobody uses: anyone can sign up with any address, whose owner
 * has not agreed to be stored here.
 */
@Injectable()
export class AccountSweep {
  constructor(private readonly accounts: AccountRepository) {}

  @Sweep({ name: 'accounts', everyMs: EVERY_MS })
  sweep(batch?: number): Promise<void> {
    return inBatches((limit) => this.accounts.removeUnused(UNUSED_DAYS, limit), batch);
  }
}
