import type { User } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toUser } from './account.mapper.js';
import { AccountsService } from './accounts.service.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly domains: DomainConfigService,
  ) {}

  /**
   * @param host the Host header @throws DomainError SESSION_ENDED if the account no longer exists
   */
  async find(accountId: string, host: string): Promise<User> {
    const account = await this.accounts.byId(accountId);
    if (account === null) {
      throw new DomainError('SESSION_ENDED');
    }
    return this.shown(account, host);
  }

  shown(account: Parameters<typeof toUser>[0], host: string): User {
    return toUser(account, this.domains.forHost(host).config);
  }
}
