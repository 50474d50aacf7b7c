import { Inject, Injectable } from '@nestjs/common';
import {
  canonicalPageUrl,
  detectPlatform,
  linkInText,
  listInLink,
  needsFollowing,
  type Platform,
} from '@dipper/media';
import { EgressFailed, EgressRefused } from '../../infra/egress/egress-error.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { runningTimeout } from '../../infra/running-timeout.js';
import { VisitorLeft } from '../../infra/limits/visitor.js';
import { type Site, siteOf } from '../../infra/sites/site.js';
import { BROWSER_AGENT } from './browser-agent.js';
import { SiteGate } from './site-gate.js';

export interface PageLink {
  readonly url: string;
  readonly platform: Platform | null;
  /** The URL of the list that the pasted link also refers to; null or missing if there is none. */
  readonly list?: string | null;
}

interface Asker {
  readonly gone: AbortSignal;
  /** @throws if a page would not be read for this visitor now */
  readonly admit: () => void;
}

/** Browsers get redirects, but scripts get an app page. */
const FOLLOW_HEADERS = {
  'user-agent': BROWSER_AGENT,
  accept: 'text/html,*/*;q=0.8',
};

/** Contract: short links are followed for at most 5 hops. */
const MAX_HOPS = 5;
/** The time limit for all hops together, in milliseconds. */
const FOLLOW_MS = 15_000;

@Injectable()
export class PageLinkService {
  constructor(
    private readonly egress: EgressService,
    @Inject(SiteGate) private readonly gate: Pick<SiteGate, 'pass'>,
  ) {}

  /**
   * Resolves a pasted text to a link.
   * @param text a URL, or a share message that contains one
   * @param ownHost the Host header, because our own pages are never read
   * @param visitor the visitor who waits for the result; `admit` is called before a link is
   * followed, because following takes time
   * @throws DomainError
   */
  async resolve(text: string, ownHost: string, visitor?: Asker): Promise<PageLink> {
    if (text.trim() === '') {
      throw new DomainError('URL_REQUIRED');
    }
    const link = linkInText(text);
    if (link === null) {
      throw new DomainError('URL_INVALID');
    }
    // Mirrors and interstitial pages are resolved without a request.
    const asked = this.canonical(this.allowed(link, ownHost), ownHost);
    const url = needsFollowing(asked) ? await this.follow(asked, ownHost, visitor) : asked;
    const canonical = this.canonical(url, ownHost);
    // The list comes from the pasted link, or from the target of a short link, because the
    // canonical URL identifies only the item.
    const list = listInLink(url === asked ? link : url);
    return { url: canonical, platform: detectPlatform(canonical), list };
  }

  /**
   * The URL to store for a link that has not been read yet. Short links are not followed.
   * @throws DomainError
   */
  keep(text: string, ownHost: string): string {
    const link = linkInText(text);
    if (link === null) {
      throw new DomainError('URL_INVALID');
    }
    return this.canonical(this.allowed(link, ownHost), ownHost);
  }

  /**
   * @param url a URL that is allowed
   * @throws DomainError as `allowed` does, for the canonical URL
   */
  private canonical(url: string, ownHost: string): string {
    const found = canonicalPageUrl(url);
    return found === url ? url : this.allowed(found, ownHost);
  }

  /**
   * @throws DomainError for a URL that must not be requested. Also used for each hop of a short
   * link.
   */
  private allowed(link: string, ownHost: string): string {
    const verdict = this.egress.check(link);
    if (!verdict.ok) {
      const malformed = ['malformed', 'length', 'scheme'].includes(verdict.reason);
      throw new DomainError(malformed ? 'URL_INVALID' : 'ADDRESS_NOT_ALLOWED', {
        cause: verdict.reason,
      });
    }
    if (verdict.url.host.toLowerCase() === ownHost.toLowerCase()) {
      throw new DomainError('ADDRESS_NOT_ALLOWED', { cause: 'own host' });
    }
    this.gate.pass(verdict.url.href, ownHost);
    return verdict.url.href;
  }

  /**
   * Follows a short link to the first URL that identifies an item of a known site. Any later
   * redirects, to a login or a consent page, are meant for bots.
   */
  private async follow(short: string, ownHost: string, visitor?: Asker): Promise<string> {
    visitor?.admit();
    const late = runningTimeout(FOLLOW_MS);
    const signal = visitor ? AbortSignal.any([late, visitor.gone]) : late;
    let url = short;
    for (let hops = 0; ; hops += 1) {
      const next = await this.redirectOf(url, { signal, via: siteOf(short) });
      if (next === null) {
        return url;
      }
      if (hops === MAX_HOPS) {
        throw new DomainError('SOURCE_FAILED', { cause: `more than ${MAX_HOPS} redirects` });
      }
      url = this.allowed(next, ownHost);
      if (detectPlatform(canonicalPageUrl(url)) !== null && !needsFollowing(url)) {
        return url;
      }
    }
  }

  private async redirectOf(
    url: string,
    { signal, via }: { readonly signal: AbortSignal; readonly via: Site },
  ): Promise<string | null> {
    try {
      return await this.egress.redirectOf(url, { headers: FOLLOW_HEADERS, signal, via });
    } catch (error) {
      if (signal.reason instanceof VisitorLeft) {
        throw signal.reason;
      }
      if (error instanceof EgressRefused) {
        throw new DomainError('ADDRESS_NOT_ALLOWED', { cause: error });
      }
      const late = error instanceof EgressFailed && error.reason === 'timeout';
      throw new DomainError(late ? 'SOURCE_TIMEOUT' : 'SOURCE_FAILED', { cause: error });
    }
  }
}
