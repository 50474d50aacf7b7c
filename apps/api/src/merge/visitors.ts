import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SECRET } from '../infra/env/env.module.js';
import { visitorKey } from '../infra/limits/visitor.js';

/** Distinguishes visitors without storing who they are. */
@Injectable()
export class Visitors {
  constructor(@Inject(SECRET) private readonly secret: string) {}

  /**
   * A key that is equal for all requests from one visitor's network, in all processes that share
   * the secret. The secret is needed because there are so few addresses that a plain hash could be
   * reversed.
   * @param address the client's address, as Express gives it.
   */
  keyOf(address: string): string {
    return createHmac('sha256', this.secret)
      .update(`visitor ${visitorKey(address)}`)
      .digest('base64url')
      .slice(0, 22);
  }
}
