import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { visitedOrigin } from '../../infra/http/host-header.js';
import { DueMailsRepository } from './due-mails.repository.js';
import type { MailKind } from './mail-kinds.js';
import { type MailSite, mailSite } from './mail-origin.js';
import { MailSender } from './mail-sender.js';

/** Mails of accounts. A request only notes that one is due; it is made and sent afterwards. */
@Injectable()
export class AccountMails {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly due: DueMailsRepository,
    private readonly sender: MailSender,
  ) {}

  /**
   * Asks for a mail: the same work, whether there is an account with this address or not.
   * @param email as it was typed, checked by the contract's schema
   * @param request the one that asks: its site is the mail's, as far as the operator has named it
   * @param manager of a transaction that it is to be part of
   */
  async ask(
    kind: MailKind,
    email: string,
    request: Request,
    manager?: EntityManager,
  ): Promise<void> {
    await this.due.add({ kind, email, ...this.siteOf(request) }, manager);
    this.sender.lookSoon();
  }

  private siteOf(request: Request): MailSite {
    const host = request.get('host') ?? '';
    return mailSite({
      visited: visitedOrigin(request),
      isNamed: this.domains.isNamed(host),
      publicUrl: this.env.PUBLIC_URL,
      canonicalUrl: this.domains.forHost(host).config.seo.canonicalUrl,
      port: request.socket.localPort ?? this.env.PORT,
    });
  }
}
