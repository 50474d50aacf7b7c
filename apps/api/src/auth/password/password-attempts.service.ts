import { Injectable } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { AccountAttempts } from '../../infra/limits/account-attempts.js';
import type { AttemptBy } from '../../infra/limits/attempt-counts.js';
import { type Comparison, Passwords } from './passwords.service.js';

/** Compares passwords within the limits for attempts. */
@Injectable()
export class PasswordAttempts {
  constructor(
    private readonly passwords: Passwords,
    private readonly attempts: AccountAttempts,
  ) {}

  /**
   * Compares a password. The attempt counts as failed until `forget` is called.
   * @param phc undefined if there is no such account
   * @throws DomainError TOO_MANY_ATTEMPTS, BUSY
   */
  async compare(phc: string | undefined, password: string, by: AttemptBy): Promise<Comparison> {
    const whose = by.device === null ? 'stranger' : 'known';
    // Check for room first, because an attempt that is refused due to load must not count.
    this.passwords.ensureRoom(whose);
    const seconds = await this.attempts.begin(by);
    if (seconds > 0) {
      throw new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
    }
    return this.passwords.compare(phc, password, whose);
  }

  /** Stops counting an attempt, because it succeeded. */
  forget(by: AttemptBy): Promise<void> {
    return this.attempts.forget(by);
  }
}
