import {
  ACCOUNT_MESSAGES,
  API,
  type LoginInput,
  loginInputSchema,
  type MessageReply,
  type SessionReply,
} from '@dipper/contract';
import { Body, Controller, Headers, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { Limited } from '../../infra/limits/limited.js';
import { UsersService } from '../account/users.service.js';
import { bearer } from '../bearer.js';
import { GetPasswordOrigin, keepDeviceMark, type PasswordOrigin } from '../device/device-cookie.js';
import { SignInService } from '../sign-in.service.js';
import { ExpiredAuthGuard, Session } from '../auth.guard.js';
import type { SignedInSession } from '../../infra/principal/principal.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {}

  @Post(API.login)
  @HttpCode(200)
  @Limited('login')
  async login(
    @Body({ schema: loginInputSchema }) input: LoginInput,
    @GetPasswordOrigin() from: PasswordOrigin,
    @Res({ passthrough: true }) response: Response,
    @Headers('host') host = '',
  ): Promise<SessionReply> {
    const { accountId, tokens, deviceMark } = await this.signIns.login(input, from);
    keepDeviceMark(response, deviceMark);
    return { user: await this.users.find(accountId, host), ...tokens };
  }

  /** Expects the refresh token as the bearer token. */
  @Post(API.refreshToken)
  @HttpCode(200)
  @Limited('refresh')
  async refresh(
    @Headers('authorization') authorization?: string,
    @Headers('host') host = '',
  ): Promise<SessionReply> {
    const { accountId, tokens } = await this.sessions.rotate(bearer(authorization));
    return { user: await this.users.find(accountId, host), ...tokens };
  }

  /** Also accepts expired access tokens, because a token can only end its own session. */
  @Post(API.logout)
  @HttpCode(200)
  @Limited('account')
  @UseGuards(ExpiredAuthGuard)
  async logout(@Session() signedIn: SignedInSession): Promise<MessageReply> {
    await this.sessions.end(signedIn);
    return { message: ACCOUNT_MESSAGES.loggedOut };
  }
}
