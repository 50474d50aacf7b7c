import { Injectable } from '@nestjs/common';
import { inBatches } from '../../infra/database/in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { AccountRepository } from './account.repository.js';

/** Once an hour is often enough, because unused accounts are few and only take up space. */
const EVERY_MS = 3_600_000;
/**
 * Days since the last sign-in. Twice the longest session, because an account may have been used
 * until its session ended.
 */
const UNUSED_DAYS = 60;

/**
 * Removes unverified accounts that nobody uses. Anyone can sign up with any address, so the owner
 * of the address may not have agreed to be stored here.
 */
@Injectable()
export class AccountSweep {
  constructor(private readonly accounts: AccountRepository) {}

  @Sweep({ name: 'accounts', everyMs: EVERY_MS })
  sweep(batch?: number): Promise<void> {
    return inBatches((limit) => this.accounts.removeUnused(UNUSED_DAYS, limit), batch);
  }
}
