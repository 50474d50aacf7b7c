import type { Bucket } from './bucket.js';

/** Who tries to get into what. */
export interface AttemptBy {
  /** Whose account; it need not be anybody's. */
  readonly account: string;
  /** Where it comes from: `networkKey`, or what else tells people apart there. */
  readonly network: string;
  /** Which device, where it has signed in to this account before; else null. */
  readonly device: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * Passwords tried on a device that has signed in to the account before, without a wait: nobody mistypes
 * so many. Beyond them it is a device like any other, so that a stolen cookie is worth little.
 */
export const DEVICE_BUCKET: Bucket = { size: 20, refillMs: HOUR_MS };

/**
 * Attempts at one account from all networks together, known devices aside. Beyond them each network
 * has to go slowly (`SLOW_PACE`); none is refused for what others did.
 */
export const ACCOUNT_BUCKET: Bucket = { size: 100, refillMs: 24 * HOUR_MS };
