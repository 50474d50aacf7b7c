import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { Keys } from '../infra/keys/keys.js';
import type { Principal } from '../infra/principal/principal.js';

/** Distinguishes visitors without storing who they are. */
@Injectable()
export class Visitors {
  private readonly key: Buffer;

  constructor(keys: Keys) {
    this.key = keys.for('visitor').current;
  }

  /**
   * A key for the requests that count as one visitor's, equal in all processes that share the
   * secret. The secret is needed because there are so few addresses that a plain hash could be
   * reversed.
   */
  keyOf({ key }: Principal): string {
    return createHmac('sha256', this.key).update(key).digest('base64url').slice(0, 22);
  }
}
