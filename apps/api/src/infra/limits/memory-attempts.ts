import { LRUCache } from 'lru-cache';
import { ACCOUNT_BUCKET, type AttemptBy, DEVICE_BUCKET } from './attempt-counts.js';
import { Buckets } from './buckets.js';
import { attempt, type Attempts, SLOW_PACE, USUAL_PACE } from './growing-delay.js';

/** How many networks are remembered, about 200 bytes each. */
const MAX_KEPT = 50_000;
const NONE: Attempts = { count: 0, blockedUntil: 0 };

export class MemoryAttempts {
  private readonly networks = new LRUCache<string, { attempts: Attempts; forgetAt: number }>({
    max: MAX_KEPT,
  });
  private readonly accounts = new Buckets();
  private readonly devices = new Buckets();

  /**
   * @param now milliseconds of any clock, but always the same clock
   * @returns how long to wait, in milliseconds
   */
  begin({ account, network, device }: AttemptBy, now: number): number {
    if (device !== null && this.devices.take(device, DEVICE_BUCKET, now).waitMs === 0) {
      return 0;
    }
    const kept = this.networks.get(network);
    const known = kept !== undefined && now < kept.forgetAt ? kept.attempts : NONE;
    if (known.blockedUntil > now) {
      return known.blockedUntil - now;
    }
    const isUsual = this.accounts.take(account, ACCOUNT_BUCKET, now).waitMs === 0;
    const pace = isUsual ? USUAL_PACE : SLOW_PACE;
    const { attempts } = attempt(known, now, pace);
    this.networks.set(network, { attempts, forgetAt: now + pace.quietMs });
    return 0;
  }

  forget({ network, device }: AttemptBy): void {
    if (device === null) {
      this.networks.delete(network);
    } else {
      this.devices.forget(device);
    }
  }
}
