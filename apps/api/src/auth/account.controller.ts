import {
  ACCOUNT_MESSAGES,
  API,
  type ChangePasswordInput,
  changePasswordInputSchema,
  type MeReply,
  type MessageReply,
  type ProfileInput,
  profileInputSchema,
  type ProfileReply,
  type RegisterInput,
  registerInputSchema,
  type RegisterReply,
} from '@dipper/contract';
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Limited } from '../infra/limits/limited.js';
import { keepDeviceMark, passwordOrigin } from './device/device-cookie.js';
import { AuthGuard, Session } from './auth.guard.js';
import { AccountMails } from './mail/account-mails.service.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { SignInService } from './sign-in.service.js';
import { AccountsService } from './account/accounts.service.js';
import { UsersService } from './account/users.service.js';
import { Scope } from '../infra/principal/scope.js';

@Controller()
export class AccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly signIns: SignInService,
    private readonly mails: AccountMails,
  ) {}

  /** Sends the same reply for an address that already has an account, but emails its owner. */
  @Post(API.register)
  @HttpCode(201)
  @Limited('register')
  async register(
    @Body({ schema: registerInputSchema }) input: RegisterInput,
    @Req() request: Request,
  ): Promise<RegisterReply> {
    const account = await this.accounts.create(input, (isNew, manager) =>
      this.mails.ask(isNew ? 'verify' : 'known', input.email, request, manager),
    );
    const user = this.users.shown(account, request.get('host') ?? '');
    return { message: ACCOUNT_MESSAGES.registered, user };
  }

  @Get(API.me)
  @Scope('read')
  @Limited('account')
  @UseGuards(AuthGuard)
  async me(
    @Session() { accountId }: SignedInSession,
    @Headers('host') host = '',
  ): Promise<MeReply> {
    return { user: await this.users.find(accountId, host) };
  }

  @Put(API.profile)
  @Limited('account')
  @UseGuards(AuthGuard)
  async change(
    @Session() { accountId }: SignedInSession,
    @Body({ schema: profileInputSchema }) changes: ProfileInput,
  ): Promise<ProfileReply> {
    const profile = await this.accounts.changeProfile(accountId, changes);
    return { message: ACCOUNT_MESSAGES.profileUpdated, profile };
  }

  @Post(API.changePassword)
  @HttpCode(200)
  @Limited('login')
  @UseGuards(AuthGuard)
  async changePassword(
    @Session() session: SignedInSession,
    @Body({ schema: changePasswordInputSchema }) input: ChangePasswordInput,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageReply> {
    const from = passwordOrigin(request);
    const mark = await this.signIns.changePassword(session, input, from, (email, manager) =>
      this.mails.ask('changed', email, request, manager),
    );
    if (mark !== null) {
      keepDeviceMark(response, mark);
    }
    return { message: ACCOUNT_MESSAGES.passwordChanged };
  }
}
