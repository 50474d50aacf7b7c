import type { ChangePasswordInput, LoginInput } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../infra/errors/domain-error.js';
import {
  AccountRepository,
  type SignInAccount,
  type PasswordChange,
} from './account/account.repository.js';
import { AccountsService, loginAttemptKey } from './account/accounts.service.js';
import { normalizeEmail } from './account/normalize-email.js';
import type { PasswordOrigin } from './device/device-cookie.js';
import { Devices } from './device/devices.service.js';
import { PasswordAttempts } from './password/password-attempts.service.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { SessionsService, type Tokens } from './session/sessions.service.js';

/** The operations that require a password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: AccountsService,
    private readonly sessions: SessionsService,
    private readonly attempts: PasswordAttempts,
    private readonly devices: Devices,
  ) {}

  /**
   * Starts a session. For an unknown address, it fails in the same way as for a wrong password,
   * after the same amount of work.
   * @throws DomainError BAD_CREDENTIALS, TOO_MANY_ATTEMPTS, BUSY
   */
  async login(
    { email, password, remember_me = false }: LoginInput,
    { network, device: shown }: PasswordOrigin,
  ): Promise<SessionStart> {
    const known = await this.accounts.credentials('email', normalizeEmail(email));
    const device = this.devices.knownTo(known, shown);
    const attempt = { account: loginAttemptKey(email), network, device };
    const { isRight, newHash } = await this.attempts.compare(
      known?.passwordHash,
      password,
      attempt,
    );
    const account = isRight ? known : null;
    const tokens = account && (await this.start(account, newHash, remember_me));
    if (account === null || tokens === null) {
      throw new DomainError('BAD_CREDENTIALS');
    }
    await this.attempts.forget(attempt);
    const { id, passwordHash } = account;
    const deviceMark = this.devices.remember({ id, passwordHash: newHash ?? passwordHash }, shown);
    return { accountId: id, tokens, deviceMark };
  }

  /**
   * Changes the password and ends every other session. Wrong passwords count only for this session.
   * @param also runs in the same transaction
   * @returns the device's new cookie value; null if the device has not signed in to the account
   * @throws DomainError WRONG_PASSWORD, TOO_MANY_ATTEMPTS, BUSY
   */
  async changePassword(
    { accountId, sessionId }: Pick<SignedInSession, 'accountId' | 'sessionId'>,
    { current_password: current, new_password: next }: ChangePasswordInput,
    { network, device: shown }: PasswordOrigin,
    also?: PasswordChange['also'],
  ): Promise<string | null> {
    const known = await this.accounts.credentials('id', accountId);
    const attempt = { account: `change ${accountId}`, network: sessionId, device: null };
    const { isRight } = await this.attempts.compare(known?.passwordHash, current, attempt);
    const change = { keptSession: sessionId, oldHash: known?.passwordHash, network, also };
    if (!isRight || !(await this.changes.setPassword(accountId, next, change))) {
      throw new DomainError('WRONG_PASSWORD');
    }
    await this.attempts.forget(attempt);
    const changed =
      this.devices.knownTo(known, shown) && (await this.accounts.credentials('id', accountId));
    return changed && this.devices.remember(changed, shown);
  }

  /**
   * @param newHash the password hashed with the current parameters; null if the stored hash is not
   * outdated
   */
  private async start(
    account: SignInAccount,
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

interface SessionStart {
  readonly accountId: string;
  readonly tokens: Tokens;
  /** The device's new cookie value (device/device-mark.ts). */
  readonly deviceMark: string;
}
