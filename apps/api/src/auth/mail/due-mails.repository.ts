import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { AccountMailDue } from './account-mail-due.entity.js';
import type { MailKind } from './mail-kinds.js';
import type { MailSite } from './mail-origin.js';

/** The mails that are due, shared by all processes. */
@Injectable()
export class DueMailsRepository {
  constructor(
    @InjectRepository(AccountMailDue) private readonly rows: Repository<AccountMailDue>,
  ) {}

  /** One row, whoever it is for: how long it takes tells nothing. */
  async add(
    kind: MailKind,
    email: string,
    { origin, brandHost }: MailSite,
    manager: EntityManager = this.rows.manager,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO account_mail_due (kind, email, origin, brand_host) VALUES ($1, $2, $3, $4)',
      [kind, email, origin, brandHost],
    );
  }
}
