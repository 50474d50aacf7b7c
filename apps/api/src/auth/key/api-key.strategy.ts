import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import type { UsedKey } from '../../infra/principal/principal.js';
import { bearer } from '../bearer.js';
import { ApiKeys } from './api-keys.service.js';

type Verify = (key: string, done: (error: unknown, used: UsedKey | null) => void) => void;

/** Reads the bearer token of a request, which may not be one of ours. */
class BearerStrategy extends passport.Strategy {
  declare readonly success: (user: object) => void;
  declare readonly error: (error: unknown) => void;

  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate({ headers }: Request): void {
    this.verify(bearer(headers.authorization) ?? '', (error, used) => {
      if (used === null) {
        this.error(error);
      } else {
        this.success(used);
      }
    });
  }
}

/**
 * Accepts API keys from the Authorization header only. Unlike access tokens, they are looked up
 * immediately, because a key contains nothing about its account.
 */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(BearerStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeys) {
    super();
  }

  /** @throws DomainError KEY_INVALID, KEY_EXPIRED */
  validate(key: string): Promise<UsedKey> {
    return this.keys.use(key);
  }
}
