import type { ChangePasswordInput, LoginInput } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../infra/http/domain-error.js';
import { AccountAttempts } from '../infra/limits/account-attempts.js';
import {
  AccountRepository,
  type Credentials,
  type PasswordChange,
} from './account/account.repository.js';
import { AccountsService, loginAttempt } from './account/accounts.service.js';
import { normalizeEmail } from './account/normalize-email.js';
import { Passwords } from './password/passwords.service.js';
import type { SignedIn } from './session/access-tokens.js';
import { SessionsService, type Tokens } from './session/sessions.service.js';

/** What has to do with knowing a password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: AccountsService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly attempts: AccountAttempts,
  ) {}

  /**
   * Starts a session. An unknown address is refused as a wrong password is, after the same work.
   * @throws DomainError BAD_CREDENTIALS, TOO_MANY_ATTEMPTS, BUSY
   */
  async login({ email, password, remember_me = false }: LoginInput): Promise<SessionStart> {
    const known = await this.accounts.credentials('email', normalizeEmail(email));
    const attempt = loginAttempt(email);
    await this.begin(attempt);
    const { isRight, newHash } = await this.passwords.compare(known?.passwordHash, password);
    const account = isRight ? known : null;
    const tokens = account && (await this.start(account, newHash, remember_me));
    if (account === null || tokens === null) {
      throw new DomainError('BAD_CREDENTIALS');
    }
    await this.attempts.forget(attempt);
    return { accountId: account.id, tokens };
  }

  /**
   * Another password; every other session ends.
   * @param also done in the same transaction
   * @throws DomainError WRONG_PASSWORD, TOO_MANY_ATTEMPTS, BUSY
   */
  async changePassword(
    { accountId, sessionId }: SignedIn,
    { current_password: current, new_password: next }: ChangePasswordInput,
    also?: PasswordChange['also'],
  ): Promise<void> {
    const known = await this.accounts.credentials('id', accountId);
    const attempt = `change ${accountId}`;
    await this.begin(attempt);
    const { isRight } = await this.passwords.compare(known?.passwordHash, current);
    const change = { keptSession: sessionId, oldHash: known?.passwordHash, also };
    if (!isRight || !(await this.changes.setPassword(accountId, next, change))) {
      throw new DomainError('WRONG_PASSWORD');
    }
    await this.attempts.forget(attempt);
  }

  private async begin(attempt: string): Promise<void> {
    // What is refused because others are many must not count against anybody.
    this.passwords.ensureRoom();
    const seconds = await this.attempts.begin(attempt);
    if (seconds > 0) {
      throw new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
    }
  }

  /** @param newHash of the same password, by today's parameters; null where it has one */
  private async start(
    account: Credentials,
    newHash: string | null,
    remembered: boolean,
  ): Promise<Tokens | null> {
    if (newHash === null) {
      return this.sessions.start(account, remembered);
    }
    await this.accounts.replaceHash(account, newHash);
    return this.sessions.start({ ...account, passwordHash: newHash }, remembered);
  }
}

/** A session that has just been started. */
export interface SessionStart {
  readonly accountId: string;
  readonly tokens: Tokens;
}
