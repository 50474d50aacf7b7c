import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { TOKEN_SECONDS, type TokenKind } from '../mail-kinds.js';

const TOKEN_BYTES = 32;

interface NewMailToken {
  readonly token: string;
  readonly expiresAt: Date;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Makes and checks the single-use tokens in emailed links, each for one account and purpose. */
@Injectable()
export class MailTokens {
  constructor(private readonly tokens: MailTokenRepository) {}

  /** Creates a token and invalidates the account's older one of that kind. */
  async make(accountId: string, kind: TokenKind): Promise<NewMailToken> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = await this.tokens.put(accountId, kind, hashOf(token), TOKEN_SECONDS[kind]);
    return { token, expiresAt };
  }

  /**
   * Uses up a token and calls `work` with the id of its account. If `work` fails, the token stays
   * valid.
   * @throws DomainError MAIL_TOKEN_INVALID if the token is unknown, used, expired or of another
   * kind
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

  revokeAll(accountId: string): Promise<void> {
    return this.tokens.removeOf(accountId);
  }
}
