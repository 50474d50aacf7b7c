import type { OnApplicationShutdown } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AttemptBy } from './attempt-counts.js';
import { MemoryAttempts } from './memory-attempts.js';
import { RedisAttempts } from './redis-attempts.js';

interface Settings {
  /** Undefined if each process counts separately. */
  readonly redisUrl: string | undefined;
  /** Returns the current time, in milliseconds. */
  readonly clock?: () => number;
  /** False to switch the limits off (RATE_LIMIT). */
  readonly isOn?: boolean;
}

/**
 * Limits sign-in attempts. They are counted per account and network. After the fifth failure, the
 * next attempt has to wait, longer each time, but nobody has to wait because of others' failures. A
 * device that has signed in to the account before has its own count. If all networks together make
 * many attempts, each network has to wait longer, except a network that has not tried yet. The
 * counts are kept in Redis, or in this process while Redis is unavailable.
 */
export class AccountAttempts implements OnApplicationShutdown {
  private readonly own = new MemoryAttempts();
  private readonly shared: RedisAttempts;
  private readonly clock: () => number;
  private readonly isOn: boolean;

  constructor({ redisUrl, clock = Date.now, isOn = true }: Settings) {
    this.shared = new RedisAttempts(isOn ? redisUrl : undefined);
    this.clock = clock;
    this.isOn = isOn;
  }

  /**
   * Call before an attempt. It counts as failed until `forget` is called.
   * @returns the seconds that the attempt has to wait, rounded up; 0 if it may proceed
   */
  async begin(by: AttemptBy): Promise<number> {
    if (!this.isOn) {
      return 0;
    }
    const keys = keysOf(by);
    const waitMs = (await this.shared.begin(keys)) ?? this.own.begin(keys, this.clock());
    return Math.ceil(waitMs / 1000);
  }

  /**
   * Call after a successful attempt or a new password. Clears the device's count or, for an unknown
   * device, the network's. Other counts are kept, because resetting them would reveal the sign-in.
   */
  async forget(by: AttemptBy): Promise<void> {
    const keys = keysOf(by);
    this.own.forget(keys);
    await this.shared.forget(keys);
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }
}

/** The keys are hashed, so that email and network addresses are not stored. */
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
