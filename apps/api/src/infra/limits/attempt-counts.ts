import type { Bucket } from './bucket.js';

export interface AttemptBy {
  /** The name of the account, which need not exist. */
  readonly account: string;
  /**
   * Where the attempt comes from: the client's `networkKey`, or the session id when a signed-in
   * visitor changes the password.
   */
  readonly network: string;
  /** The device if it has signed in to this account before; otherwise null. */
  readonly device: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * The number of attempts without a wait on a device that has signed in to the account before.
 * Nobody mistypes a password that often. Beyond it, the device is treated like any other, so that a
 * stolen cookie is worth little.
 */
export const DEVICE_BUCKET: Bucket = { size: 20, refillMs: HOUR_MS };

/**
 * The number of attempts on one account from all networks together, not counting known devices.
 * Beyond it, each network is slowed down (`SLOW_PACE`), but no network is refused because of
 * others.
 */
export const ACCOUNT_BUCKET: Bucket = { size: 100, refillMs: 24 * HOUR_MS };
