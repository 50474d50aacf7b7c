import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { attempt, type Attempts, QUIET_MS } from './growing-delay.js';
import { RedisAttempts } from './redis-attempts.js';

/** Accounts remembered at once, about 200 bytes each. */
const MAX_KEPT = 50_000;
const NONE: Attempts = { count: 0, blockedUntil: 0 };

interface Settings {
  /** undefined: each process counts by itself. */
  readonly redisUrl: string | undefined;
  /** Milliseconds. */
  readonly clock?: () => number;
  /** false: nobody waits (RATE_LIMIT). */
  readonly isOn?: boolean;
}

/**
 * Attempts to get into an account, whoever makes them: after the fifth that failed the next has to
 * wait, longer each time. Nobody is locked out. Counted in Redis, and in this process while there
 * is none.
 */
export class AccountAttempts implements OnApplicationShutdown {
  private readonly own = new LRUCache<string, { attempts: Attempts; at: number }>({
    max: MAX_KEPT,
  });
  private readonly shared: RedisAttempts | null;
  private readonly clock: () => number;
  private readonly isOn: boolean;

  constructor({ redisUrl, clock = Date.now, isOn = true }: Settings) {
    this.shared = redisUrl === undefined || !isOn ? null : new RedisAttempts(redisUrl);
    this.clock = clock;
    this.isOn = isOn;
  }

  /**
   * To be asked before an attempt, which counts as failed until `forget`.
   * @param account whose, in any words: only a hash of them is kept
   * @returns what it has to wait, seconds, rounded up; 0 where it may go on
   */
  async begin(account: string): Promise<number> {
    if (!this.isOn) {
      return 0;
    }
    const key = keyOf(account);
    const waitMs = (await this.shared?.begin(key)) ?? this.beginHere(key);
    return Math.ceil(waitMs / 1000);
  }

  /** The attempt was good, or the account has a new password. */
  async forget(account: string): Promise<void> {
    const key = keyOf(account);
    this.own.delete(key);
    await this.shared?.forget(key);
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }

  private beginHere(key: string): number {
    const now = this.clock();
    const kept = this.own.get(key);
    const known = kept !== undefined && now - kept.at < QUIET_MS ? kept.attempts : NONE;
    const { waitMs, attempts } = attempt(known, now);
    if (waitMs === 0) {
      this.own.set(key, { attempts, at: now });
    }
    return waitMs;
  }
}

function keyOf(account: string): string {
  return `attempts:${createHash('sha256').update(account).digest('base64url')}`;
}
