import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { networkKey } from '../../../infra/limits/visitor.js';
import { AccountsService } from '../../account/accounts.service.js';
import { AccountMails } from '../account-mails.service.js';
import { MailTokens } from './mail-tokens.service.js';

@Injectable()
export class MailedLinks {
  constructor(
    private readonly tokens: MailTokens,
    private readonly accounts: AccountsService,
    private readonly mails: AccountMails,
  ) {}

  /** @throws DomainError MAIL_TOKEN_INVALID */
  verify(token: string): Promise<void> {
    return this.tokens.spend('verify', token, (id) => this.accounts.markVerified(id));
  }

  /**
   * Sets a new password, ends all sessions and invalidates earlier emails. The visitor still has to
   * sign in. Receiving the email proves ownership of the address, so the address is marked as
   * verified, and a notice about the new password is sent to it.
   * @throws DomainError MAIL_TOKEN_INVALID, BUSY
   */
  reset(token: string, password: string, request: Request): Promise<void> {
    return this.tokens.spend('reset', token, async (id) => {
      await this.accounts.markVerified(id);
      await this.accounts.setPassword(id, password, {
        network: networkKey(request.ip),
        also: (email, manager) => this.mails.ask('changed', email, request, manager),
      });
      await this.tokens.revokeAll(id);
    });
  }
}
