import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule } from '../config/config.module.js';
import { LimitsModule } from '../infra/limits/limits.module.js';
import { MailModule } from '../infra/mail/mail.module.js';
import { ScopeGuard } from '../infra/principal/scope.js';
import { Account } from './account/account.entity.js';
import { AccountController } from './account.controller.js';
import { AccountsService } from './account/accounts.service.js';
import { UsersService } from './account/users.service.js';
import { Devices } from './device/devices.service.js';
import { ApiKeyRepository } from './key/api-keys.repository.js';
import { ApiKeyStrategy } from './key/api-key.strategy.js';
import { ApiKeysController } from './key/api-keys.controller.js';
import { ApiKeys } from './key/api-keys.service.js';
import { ExpiredJwtStrategy, JwtStrategy } from './jwt.strategy.js';
import { AccountMailDue } from './mail/account-mail-due.entity.js';
import { AccountMails } from './mail/account-mails.service.js';
import { AccountMailsController } from './mail/account-mails.controller.js';
import { DueMailsRepository } from './mail/due-mails.repository.js';
import { MailedLinks } from './mail/tokens/mailed-links.service.js';
import { MailComposer } from './mail/content/mail-composer.js';
import { MailSender } from './mail/mail-sender.js';
import { MailToken } from './mail/tokens/mail-token.entity.js';
import { MailTokenRepository } from './mail/tokens/mail-token.repository.js';
import { MailTokens } from './mail/tokens/mail-tokens.service.js';
import { SavedDownloadsModule } from './saved-downloads.module.js';
import { PasswordAttempts } from './password/password-attempts.service.js';
import { Passwords } from './password/passwords.service.js';
import { AccessTokens } from './session/access-tokens.js';
import { AccountSession } from './session/account-session.entity.js';
import { SessionController } from './session/session.controller.js';
import { SessionRepository } from './session/session.repository.js';
import { SessionsService } from './session/sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Account, AccountSession, AccountMailDue, MailToken]),
    ConfigModule,
    LimitsModule,
    MailModule,
    PassportModule,
    SavedDownloadsModule,
  ],
  controllers: [AccountController, AccountMailsController, ApiKeysController, SessionController],
  providers: [
    { provide: APP_GUARD, useClass: ScopeGuard },
    ...[AccountsService, UsersService],
    ...[ApiKeyRepository, ApiKeys, ApiKeyStrategy],
    ...[Devices, PasswordAttempts, Passwords, SignInService],
    ...[AccessTokens, ExpiredJwtStrategy, JwtStrategy, SessionRepository, SessionsService],
    ...[AccountMails, DueMailsRepository, MailedLinks, MailComposer, MailSender],
    ...[MailTokenRepository, MailTokens],
  ],
  // The guards need the sessions wherever they are used.
  exports: [AccountsService, SavedDownloadsModule, SessionsService],
})
export class AuthModule {}
