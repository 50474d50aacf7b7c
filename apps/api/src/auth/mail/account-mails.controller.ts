import {
  ACCOUNT_MESSAGES,
  API,
  type MailInput,
  mailInputSchema,
  type MessageReply,
  type ResetPasswordInput,
  resetPasswordInputSchema,
  type VerifyEmailInput,
  verifyEmailInputSchema,
} from '@dipper/contract';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Limited } from '../../infra/limits/limited.js';
import { AccountMails } from './account-mails.service.js';
import { MailedLinks } from './tokens/mailed-links.service.js';

/**
 * Handles requests for emails, and the actions that the links in them trigger. No reply reveals
 * which addresses have accounts.
 */
@Controller()
@Limited('mail')
export class AccountMailsController {
  constructor(
    private readonly mails: AccountMails,
    private readonly links: MailedLinks,
  ) {}

  @Post(API.resendVerification)
  @HttpCode(200)
  async resend(
    @Body({ schema: mailInputSchema }) { email }: MailInput,
    @Req() request: Request,
  ): Promise<MessageReply> {
    await this.mails.ask('verify', email, request);
    return { message: ACCOUNT_MESSAGES.verificationSent };
  }

  @Post(API.forgotPassword)
  @HttpCode(200)
  async forgot(
    @Body({ schema: mailInputSchema }) { email }: MailInput,
    @Req() request: Request,
  ): Promise<MessageReply> {
    await this.mails.ask('reset', email, request);
    return { message: ACCOUNT_MESSAGES.resetSent };
  }

  @Post(API.verifyEmail)
  @HttpCode(200)
  async verify(
    @Body({ schema: verifyEmailInputSchema }) { token }: VerifyEmailInput,
  ): Promise<MessageReply> {
    await this.links.verify(token);
    return { message: ACCOUNT_MESSAGES.verified };
  }

  @Post(API.resetPassword)
  @HttpCode(200)
  async reset(
    @Body({ schema: resetPasswordInputSchema }) { token, new_password }: ResetPasswordInput,
    @Req() request: Request,
  ): Promise<MessageReply> {
    await this.links.reset(token, new_password, request);
    return { message: ACCOUNT_MESSAGES.passwordReset };
  }
}
