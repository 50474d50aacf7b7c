import { Injectable } from '@nestjs/common';
import { completeProfile } from '../../account/account.mapper.js';
import { AccountsService } from '../../account/accounts.service.js';
import { DomainConfigService } from '../../../config/domain-config.service.js';
import type { Mail } from '../../../infra/mail/mailer.port.js';
import { hostName } from '../../../config/host-name.js';
import type { ClaimedMail } from '../due-mails.repository.js';
import { mailContent } from './mail-content.js';
import { hasToken, type MailKind } from '../mail-kinds.js';
import { MailTokens } from '../tokens/mail-tokens.service.js';

/** The value of the `auth` query parameter that opens the dialog for each kind of email. */
const MODES = {
  verify: 'verify-email',
  reset: 'reset-password',
  known: 'login',
  changed: 'forgot-password',
} as const satisfies Record<MailKind, string>;

/**
 * The link in an email.
 * @param origin without a trailing slash
 * @param token null for kinds without one
 */
function mailLink(origin: string, kind: MailKind, token: string | null): string {
  const query = new URLSearchParams({ auth: MODES[kind], ...(token !== null && { token }) });
  return `${origin}/?${query.toString()}`;
}

/** Composes account emails and creates the tokens in their links. */
@Injectable()
export class MailComposer {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tokens: MailTokens,
    private readonly domains: DomainConfigService,
  ) {}

  /**
   * Composes an email to the account's stored address. A changed password is reported only to
   * verified addresses.
   * @returns null if there is nothing to send: the address has no account, is already verified
   * (`verify`), or is not verified (`changed`)
   */
  async make({ kind, email, origin, brandHost, messageId }: ClaimedMail): Promise<Mail | null> {
    const account = await this.accounts.byEmail(email);
    if (account === null) {
      return null;
    }
    const isVerified = account.verifiedAt !== null;
    if ((kind === 'verify' && isVerified) || (kind === 'changed' && !isVerified)) {
      return null;
    }
    const { branding } = this.domains.forHost(brandHost).config;
    const made = hasToken(kind) ? await this.tokens.make(account.id, kind) : null;
    const { language, timezone } = completeProfile(account.profile);
    const link = mailLink(origin, kind, made?.token ?? null);
    const content = mailContent(kind, {
      branding,
      email: account.email,
      link,
      expiresAt: made?.expiresAt ?? null,
      language,
      timezone,
    });
    return {
      id: messageId,
      to: account.email,
      fromName: branding.name,
      fromHost: hostName(brandHost),
      link,
      ...content,
    };
  }
}
