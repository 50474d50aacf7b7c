import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '../../infra/http/domain-error.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { TOKEN_SECONDS, type TokenKind } from './mail-kinds.js';

const TOKEN_BYTES = 32;

/** A token, for the mail alone. */
export interface MadeToken {
  readonly token: string;
  readonly expiresAt: Date;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What the links of mails are good for: once, for a while, for one account and one purpose. */
@Injectable()
export class MailTokens {
  constructor(private readonly tokens: MailTokenRepository) {}

  /** Makes one; the older one of its kind is good for nothing from now on. */
  async make(accountId: string, kind: TokenKind): Promise<MadeToken> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = await this.tokens.put(accountId, kind, hashOf(token), TOKEN_SECONDS[kind]);
    return { token, expiresAt };
  }

  /**
   * Uses one up for `work`, which is given the account. Where that fails, the token is as good as before.
   * @throws DomainError MAIL_TOKEN_INVALID for one of another kind, used, old, or made up
   */
  async spend(
    kind: TokenKind,
    token: string,
    work: (accountId: string) => Promise<void>,
  ): Promise<void> {
    const taken = await this.tokens.take(kind, hashOf(token));
    if (taken === null) {
      throw new DomainError('MAIL_TOKEN_INVALID');
    }
    try {
      await work(taken.accountId);
    } catch (error) {
      await this.tokens.putBack(taken);
      throw error;
    }
  }

  /** All tokens of an account are good for nothing from now on. */
  voidAll(accountId: string): Promise<void> {
    return this.tokens.removeOf(accountId);
  }
}
