import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Profile, ProfileInput } from '@dipper/contract';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../infra/http/domain-error.js';
import { AccountAttempts } from '../../infra/limits/account-attempts.js';
import { Passwords } from '../password/passwords.service.js';
import type { Account } from './account.entity.js';
import { completeProfile, newAccount, type NewAccount } from './account.mapper.js';
import { AccountRepository, type PasswordChange } from './account.repository.js';
import { normalizeEmail } from './normalize-email.js';

/** 128 bits: nobody guesses one, though ids open nothing by themselves. */
const ID_BYTES = 16;

/** What attempts to log in with an address are counted as; it need not be anybody's. */
export function loginAttempt(email: string): string {
  return `login ${normalizeEmail(email)}`;
}

/** What somebody registers with; parsed by the contract. */
export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly username?: string | undefined;
}

/** Accounts: made, found, changed. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly attempts: AccountAttempts,
  ) {}

  /**
   * Makes an account, unless the address has one already.
   * @param then done in the same transaction, told whether the account is new; only its manager may
   *   be used there
   * @returns what was asked for, whether or not it is new.
   */
  async create(
    { email, password, username = '' }: Registration,
    then: (isNew: boolean, manager: EntityManager) => Promise<void> = async () => {},
  ): Promise<NewAccount> {
    const account = newAccount(normalizeEmail(email), username);
    const passwordHash = await this.passwords.hash(password);
    const id = randomBytes(ID_BYTES).toString('base64url');
    await this.accounts.transaction(async (manager) => {
      const isNew = await this.accounts.add({ ...account, id, passwordHash }, manager);
      await then(isNew, manager);
    });
    return account;
  }

  /** @param manager of a transaction that it is to be part of */
  byEmail(email: string, manager?: EntityManager): Promise<Account | null> {
    return this.accounts.byEmail(normalizeEmail(email), manager);
  }

  byId(id: string, manager?: EntityManager): Promise<Account | null> {
    return this.accounts.byId(id, manager);
  }

  /** Its address has been shown to be its owner's. */
  markVerified(id: string, manager?: EntityManager): Promise<void> {
    return this.accounts.markVerified(id, manager);
  }

  /**
   * Another password; every session ends, but for the one that is kept.
   * @param network `networkKey` of whoever has set it: there nobody has to wait for wrong ones any more
   * @returns false where there is no such account, or its password is another by now
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
      await this.attempts.forget({ account: loginAttempt(email), network, device: null });
    }
    return email !== null;
  }

  /** Changes what is given, and leaves the rest. @throws DomainError SESSION_ENDED where the account is gone */
  async changeProfile(id: string, changes: ProfileInput): Promise<Profile> {
    const profile = await this.accounts.mergeProfile(id, changes);
    if (profile === null) {
      throw new DomainError('SESSION_ENDED');
    }
    return completeProfile(profile);
  }
}
