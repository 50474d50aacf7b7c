import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Profile, ProfileInput, RegisterInput } from '@dipper/contract';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../infra/errors/domain-error.js';
import { AccountAttempts } from '../../infra/limits/account-attempts.js';
import { Passwords } from '../password/passwords.service.js';
import type { Account } from './account.entity.js';
import { completeProfile, newAccount, type NewAccount } from './account.mapper.js';
import { AccountRepository, type PasswordChange } from './account.repository.js';
import { normalizeEmail } from './normalize-email.js';

/** 128 bits, so that ids can't be guessed, although an id alone grants nothing. */
const ID_BYTES = 16;

/**
 * The key under which sign-in attempts for an address are counted. The address need not have an
 * account.
 */
export function loginAttemptKey(email: string): string {
  return `login ${normalizeEmail(email)}`;
}

type Registration = Readonly<RegisterInput>;

@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly attempts: AccountAttempts,
  ) {}

  /**
   * Creates an account, unless the address already has one.
   * @param then called in the same transaction, with true if the account is new; it may use only
   * the given manager
   * @returns the requested account, whether or not it is new
   */
  async create(
    { email, password, username = '', ...chosen }: Registration,
    then: (isNew: boolean, manager: EntityManager) => Promise<void> = async () => {},
  ): Promise<NewAccount> {
    const account = newAccount(normalizeEmail(email), username, chosen);
    const passwordHash = await this.passwords.hash(password);
    const id = randomBytes(ID_BYTES).toString('base64url');
    await this.accounts.transaction(async (manager) => {
      const isNew = await this.accounts.add({ ...account, id, passwordHash }, manager);
      await then(isNew, manager);
    });
    return account;
  }

  byEmail(email: string): Promise<Account | null> {
    return this.accounts.byEmail(normalizeEmail(email));
  }

  byId(id: string): Promise<Account | null> {
    return this.accounts.byId(id);
  }

  markVerified(id: string): Promise<void> {
    return this.accounts.markVerified(id);
  }

  /**
   * Sets a new password and ends every session except the one to keep.
   * @param network `networkKey` of the request; the network's waits after failed attempts are reset
   * @returns false if there is no such account, or if its password has changed in the meantime
   * @throws DomainError BUSY
   */
  async setPassword(
    id: string,
    password: string,
    { network, ...change }: PasswordChange & { readonly network: string },
  ): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    const email = await this.accounts.setPassword({ id, passwordHash }, change);
    if (email !== null) {
      await this.attempts.forget({ account: loginAttemptKey(email), network, device: null });
    }
    return email !== null;
  }

  /**
   * Changes only the given fields. @throws DomainError SESSION_ENDED if the account no longer
   * exists
   */
  async changeProfile(id: string, changes: ProfileInput): Promise<Profile> {
    const profile = await this.accounts.mergeProfile(id, changes);
    if (profile === null) {
      throw new DomainError('SESSION_ENDED');
    }
    return completeProfile(profile);
  }
}
