import { LIMITS } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/http/domain-error.js';
import { hashOfNobody, hashPassword, isOutdated, verifyPassword } from './hash-password.js';

/**
 * Hashes at a time: half of the cores, for the others make files, and at most two of the four
 * threads of libuv, which files and name lookups need too.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() >> 1));

/** More do not wait: about three seconds' work of one thread. */
const MAX_WAITING = 150;

/** Of strangers, and of devices that have signed in before: crowds of the former do not keep out the latter. */
const PRIORITY = { stranger: 0, known: 1 } as const;
/** Whose password it is that waits. */
export type Whose = keyof typeof PRIORITY;

/** What became of comparing a password. */
export interface Comparison {
  readonly isRight: boolean;
  /** The same password by today's parameters, where the hash was made with others; else null. */
  readonly newHash: string | null;
}

/** Hashes passwords, a few at a time, so that neither merges nor progress wait for them. */
@Injectable()
export class Passwords {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** Of unknown accounts. */
  private readonly nobodys = hashOfNobody();

  /** @throws DomainError BUSY when too many wait */
  hash(password: string, whose: Whose = 'stranger'): Promise<string> {
    return this.queued(whose, () => hashPassword(password));
  }

  /**
   * Compares a password with a hash; without one it takes just as long, and is wrong.
   * One that is longer than any that is kept is wrong without being hashed.
   * @throws DomainError BUSY when too many wait
   */
  async compare(
    phc: string | undefined,
    password: string,
    whose: Whose = 'stranger',
  ): Promise<Comparison> {
    if (password.length > LIMITS.longestPassword) {
      return { isRight: false, newHash: null };
    }
    const matches = await this.queued(whose, () => verifyPassword(phc ?? this.nobodys, password));
    const isRight = matches && phc !== undefined;
    const newHash = isRight && isOutdated(phc) ? await this.hash(password, whose) : null;
    return { isRight, newHash };
  }

  /** @throws DomainError BUSY when too many wait */
  ensureRoom(whose: Whose = 'stranger'): void {
    if (this.queue.sizeBy({ priority: PRIORITY[whose] }) >= MAX_WAITING) {
      throw new DomainError('BUSY');
    }
  }

  private async queued<T>(whose: Whose, work: () => Promise<T>): Promise<T> {
    this.ensureRoom(whose);
    return this.queue.add(work, { priority: PRIORITY[whose] });
  }
}
