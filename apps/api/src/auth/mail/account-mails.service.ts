import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { visitedOrigin } from '../../infra/http/request/host-header.js';
import { DueMailsRepository } from './due-mails.repository.js';
import type { MailKind } from './mail-kinds.js';
import { type MailSite, mailSite } from './content/mail-origin.js';
import { MailSender } from './mail-sender.js';

/**
 * Queues account emails. A request only records that an email is due; it is composed and sent
 * later.
 */
@Injectable()
export class AccountMails {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly due: DueMailsRepository,
    private readonly sender: MailSender,
  ) {}

  /**
   * Requests an email. Does the same amount of work whether or not the address has an account.
   * @param email as typed, checked with the contract's schema
   * @param request decides the email's brand and links, if the operator has configured its site
   * @param manager the manager of the transaction in which to record the email
   */
  async ask(
    kind: MailKind,
    email: string,
    request: Request,
    manager?: EntityManager,
  ): Promise<void> {
    await this.due.add({ kind, email, ...this.mailSiteOf(request) }, manager);
    this.sender.lookSoon();
  }

  private mailSiteOf(request: Request): MailSite {
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
