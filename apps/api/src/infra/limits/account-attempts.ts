import type { OnApplicationShutdown } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AttemptBy } from './attempt-counts.js';
import { MemoryAttempts } from './memory-attempts.js';
import { RedisAttempts } from './redis-attempts.js';

interface Settings {
  /** undefined: each process counts by itself. */
  readonly redisUrl: string | undefined;
  /** Milliseconds. */
  readonly clock?: () => number;
  /** false: nobody waits (RATE_LIMIT). */
  readonly isOn?: boolean;
}

/**
 * Attempts to get into accounts. They count for each account and network: after the fifth that failed
 * the next has to wait, longer each time, and nobody waits for what others did. A device that has
 * signed in to the account before has a count of its own. Where all networks together have tried often,
 * each has to wait longer; one that has not tried yet does not. Counted in Redis, and in this process
 * while there is none.
 */
export class AccountAttempts implements OnApplicationShutdown {
  private readonly own = new MemoryAttempts();
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
   * @returns what it has to wait, seconds, rounded up; 0 where it may go on
   */
  async begin(by: AttemptBy): Promise<number> {
    if (!this.isOn) {
      return 0;
    }
    const keys = keysOf(by);
    const waitMs = (await this.shared?.begin(keys)) ?? this.own.begin(keys, this.clock());
    return Math.ceil(waitMs / 1000);
  }

  /**
   * The attempt was good, or somebody has set a new password: what the device has failed is forgotten,
   * or, where it is not a known one, its network. What others did is not, or they could tell that
   * somebody has signed in.
   */
  async forget(by: AttemptBy): Promise<void> {
    const keys = keysOf(by);
    this.own.forget(keys);
    await this.shared?.forget(keys);
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }
}

/** Hashes: the addresses of people and their networks are kept nowhere. */
function keysOf({ account, network, device }: AttemptBy): AttemptBy {
  return {
    account: keyOf('account', account),
    network: keyOf('network', account, network),
    device: device === null ? null : keyOf('device', account, device),
  };
}

function keyOf(...parts: readonly string[]): string {
  return `attempts:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
