import type { Bucket } from './bucket.js';

/** The account and origin of an attempt. */
export interface AttemptBy {
  /** The account name; it need not exist. */
  readonly account: string;
  /** Its origin: `networkKey`, or whatever else distinguishes people. */
  readonly network: string;
  /** The device, if it has signed in to this account before; else null. */
  readonly device: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * Attempts without a wait on a device that has signed in to the account before: more than anyone
 * mistypes. Beyond them it counts like any other device, so that a stolen cookie is worth little.
 */
export const DEVICE_BUCKET: Bucket = { size: 20, refillMs: HOUR_MS };

/**
 * Attempts at one account from all networks together, except known devices. Beyond them each
 * network is slowed down (`SLOW_PACE`), but none is refused for what others did.
 */
export const ACCOUNT_BUCKET: Bucket = { size: 100, refillMs: 24 * HOUR_MS };
