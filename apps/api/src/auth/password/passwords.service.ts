import { LIMITS } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './hash-password.js';

/**
 * Number of passwords hashed at the same time. At most half of the cores are used, because the
 * others make files, and at most two of libuv's four threads, because file access and name lookups
 * also need threads.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() >> 1));

/** The longest queue: about three seconds of work for one thread. */
const MAX_WAITING = 150;

/**
 * Priorities for strangers and for devices that have signed in before. A crowd of strangers must
 * not lock out the known devices.
 */
const PRIORITY = { stranger: 0, known: 1 } as const;
/** Whether the device that waits for a password check has signed in before. */
type DeviceTrust = keyof typeof PRIORITY;

export interface Comparison {
  readonly isRight: boolean;
  /**
   * The password hashed with the current parameters if the stored hash is outdated; otherwise null.
   */
  readonly newHash: string | null;
}

/** Hashes passwords, a few at a time, so that they don't delay merges and requests. */
@Injectable()
export class Passwords {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** The hash with which passwords for unknown accounts are compared. */
  private readonly dummyHash = dummyHash();

  /** @throws DomainError BUSY if too many are waiting */
  hash(password: string, whose: DeviceTrust = 'stranger'): Promise<string> {
    return this.queued(whose, () => hashPassword(password));
  }

  /**
   * Compares a password with a hash. Without a hash, the comparison takes just as long and fails. A
   * password that is longer than allowed fails without being hashed.
   * @throws DomainError BUSY if too many are waiting
   */
  async compare(
    phc: string | undefined,
    password: string,
    whose: DeviceTrust = 'stranger',
  ): Promise<Comparison> {
    if (password.length > LIMITS.longestPassword) {
      return { isRight: false, newHash: null };
    }
    const matches = await this.queued(whose, () => verifyPassword(phc ?? this.dummyHash, password));
    const isRight = matches && phc !== undefined;
    const newHash = isRight && isOutdated(phc) ? await this.hash(password, whose) : null;
    return { isRight, newHash };
  }

  /** @throws DomainError BUSY if too many are waiting */
  ensureRoom(whose: DeviceTrust = 'stranger'): void {
    if (this.queue.sizeBy({ priority: PRIORITY[whose] }) >= MAX_WAITING) {
      throw new DomainError('BUSY');
    }
  }

  private async queued<T>(whose: DeviceTrust, work: () => Promise<T>): Promise<T> {
    this.ensureRoom(whose);
    return this.queue.add(work, { priority: PRIORITY[whose] });
  }
}
