import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { publicOrigin } from '../../infra/http/request/public-origin.js';
import {
  API_POLICY,
  contentPolicy,
  type InlineSources,
  NOTHING_INLINE,
} from '../content-policy.js';
import { policyText } from '../security-headers.js';
import { isServerPath } from './server-path.js';

/** Limited in number, because the policy depends on the Host header, which clients choose. */
const KEPT_POLICIES = 500;
const API_TEXT = policyText(API_POLICY);

/** The content security policies of replies, as header values. Equal policies are computed once. */
@Injectable()
export class PagePolicies {
  private readonly kept = new LRUCache<string, string>({ max: KEPT_POLICIES });

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
  ) {}

  /**
   * @param inline the inline sources that a document needs; none for other replies
   * @returns the policy for the request's domain; for the API, the strictest one
   */
  of(request: Request, inline: InlineSources = NOTHING_INLINE): string {
    if (isServerPath(request.path)) {
      return API_TEXT;
    }
    const { config, version } = this.domains.forHost(request.get('host') ?? '');
    const { secure } = request;
    const origin = publicOrigin(request, this.env);
    const sources = [...inline.scripts, ...inline.styles];
    const key = [version, secure, origin, ...sources].join('\n');
    const text =
      this.kept.get(key) ?? policyText(contentPolicy({ config, inline, secure, origin }));
    // A nonce is used only once, so its policy is not cached.
    if (!sources.some((source) => source.startsWith("'nonce-"))) {
      this.kept.set(key, text);
    }
    return text;
  }
}
