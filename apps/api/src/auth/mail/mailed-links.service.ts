import { Injectable } from '@nestjs/common';
import { AccountsService } from '../account/accounts.service.js';
import { MailTokens } from './mail-tokens.service.js';

/** What the links of mails do. */
@Injectable()
export class MailedLinks {
  constructor(
    private readonly tokens: MailTokens,
    private readonly accounts: AccountsService,
  ) {}

  /** @throws DomainError MAIL_TOKEN_INVALID */
  verify(token: string): Promise<void> {
    return this.tokens.spend('verify', token, (id) => this.accounts.markVerified(id));
  }

  /**
   * Sets another password, which ends all sessions; voids what was mailed before, and signs nobody in.
   * Who reads the mail has the address: it is verified, too.
   * @throws DomainError MAIL_TOKEN_INVALID, BUSY
   */
  reset(token: string, password: string): Promise<void> {
    return this.tokens.spend('reset', token, async (id) => {
      await this.accounts.setPassword(id, password);
      await this.accounts.markVerified(id);
      await this.tokens.voidAll(id);
    });
  }
}
