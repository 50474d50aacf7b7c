import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule } from '../config/config.module.js';
import { MailModule } from '../infra/mail/mail.module.js';
import { Account } from './account/account.entity.js';
import { AccountMailDue } from './mail/account-mail-due.entity.js';
import { AccountMails } from './mail/account-mails.service.js';
import { DueMailsRepository } from './mail/due-mails.repository.js';
import { MailToken } from './mail/mail-token.entity.js';

/** Accounts: who somebody is, at the domains that have accounts. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Account, AccountMailDue, MailToken]),
    ConfigModule,
    MailModule,
  ],
  providers: [AccountMails, DueMailsRepository],
})
export class AuthModule {}
