import { LIMITS } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/http/domain-error.js';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './hash-password.js';

/**
 * Concurrent hashes: half of the cores, because the others make files, and at most two of libuv's
 * four threads, which files and name lookups need too.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() >> 1));

/** Queue limit: about three seconds of work for one thread. */
const MAX_WAITING = 150;

/**
 * For strangers, and for devices that have signed in before, which a crowd of strangers must not
 * lock out.
 */
const PRIORITY = { stranger: 0, known: 1 } as const;
/** Who is waiting for a password check. */
export type DeviceTrust = keyof typeof PRIORITY;

/** The result of comparing a password. */
export interface Comparison {
  readonly isRight: boolean;
  /** The password hashed with current parameters, if the stored hash is outdated; else null. */
  readonly newHash: string | null;
}

/** Hashes passwords, a few at a time, so that merges and requests are not delayed. */
@Injectable()
export class Passwords {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** For unknown accounts. */
  private readonly dummyHash = dummyHash();

  /** @throws DomainError BUSY when too many are waiting */
  hash(password: string, whose: DeviceTrust = 'stranger'): Promise<string> {
    return this.queued(whose, () => hashPassword(password));
  }

  /**
   * Compares a password with a hash; without one it takes just as long and fails. A password longer
   * than any accepted one fails without being hashed.
   * @throws DomainError BUSY when too many are waiting
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

  /** @throws DomainError BUSY when too many are waiting */
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
