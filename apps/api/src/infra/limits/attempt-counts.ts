import type { Bucket } from './bucket.js';

/** The account that an attempt is for, and where it comes from. */
export interface AttemptBy {
  /** The name of the account, which need not exist. */
  readonly account: string;
  /** The client's network: `networkKey`, or another value that distinguishes people. */
  readonly network: string;
  /** The device if it has signed in to this account before, else null. */
  readonly device: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * The attempts that need not wait on a device that has signed in to the account before: more than
 * anyone mistypes. After these, the device counts like any other, so that a stolen cookie is worth
 * little.
 */
export const DEVICE_BUCKET: Bucket = { size: 20, refillMs: HOUR_MS };

/**
 * The attempts on one account from all networks together, except from known devices. After these,
 * each network is slowed down (`SLOW_PACE`), but none is refused because of others.
 */
export const ACCOUNT_BUCKET: Bucket = { size: 100, refillMs: 24 * HOUR_MS };
