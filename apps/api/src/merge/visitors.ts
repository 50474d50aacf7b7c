import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SECRET } from '../infra/env/env.module.js';
import { visitorKey } from '../infra/limits/visitor.js';

/** Tells visitors apart without keeping who they are. */
@Injectable()
export class Visitors {
  constructor(@Inject(SECRET) private readonly secret: string) {}

  /**
   * A key that is the same for all requests of one visitor's network, in all processes that share
   * the secret. It cannot be turned back into the address without that, though there are few of them.
   * @param address of the client, as Express gives it.
   */
  keyOf(address: string): string {
    return createHmac('sha256', this.secret)
      .update(`visitor ${visitorKey(address)}`)
      .digest('base64url')
      .slice(0, 22);
  }
}
