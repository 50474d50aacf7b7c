import { Inject, Injectable } from '@nestjs/common';
import { EgressService } from '../../infra/egress/egress.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';

/** Decides which URLs may be called when a task ends. */
@Injectable()
export class CallbackUrls {
  constructor(
    private readonly egress: EgressService,
    @Inject(ENV) private readonly env: Pick<Env, 'CALLBACK_HTTP'>,
  ) {}

  /**
   * The host name is resolved, and its address checked, only when the URL is called.
   * @param ownHost the Host header of the request; URLs on this host are refused, so that nobody
   * can make us call ourselves
   * @returns the URL to store
   * @throws DomainError CALLBACK_NOT_ALLOWED
   */
  allowed(url: string, ownHost: string): string {
    const verdict = this.egress.check(url);
    const isAllowed =
      verdict.ok &&
      (verdict.url.protocol === 'https:' || this.env.CALLBACK_HTTP === 'on') &&
      verdict.url.host.toLowerCase() !== ownHost.toLowerCase();
    if (!isAllowed) {
      throw new DomainError('CALLBACK_NOT_ALLOWED');
    }
    verdict.url.hash = '';
    return verdict.url.href;
  }
}
