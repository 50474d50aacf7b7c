import { Injectable } from '@nestjs/common';
import { canonicalPageUrl } from '@dipper/media';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { siteOf } from '../../infra/sites/site.js';
import { SiteSettings } from '../../infra/sites/site-settings.js';

/**
 * Refuses blocked links, and links to sites that are turned off, either for the whole installation
 * or on one of its domains.
 */
@Injectable()
export class SiteGate {
  constructor(
    private readonly settings: SiteSettings,
    private readonly domains: DomainConfigService,
  ) {}

  /**
   * @param url the URL of a page or a short link, as pasted or canonical. The block list checks
   * both, because a rule may use a spelling that the canonical URL has lost.
   * @param host the Host header, which selects the domain; platforms missing from the domain's
   * configuration are on
   * @throws DomainError PLATFORM_OFF, LINK_BLOCKED
   */
  pass(url: string, host: string): void {
    if (this.settings.isBlocked(url)) {
      throw new DomainError('LINK_BLOCKED');
    }
    if (this.isOff(url, host)) {
      throw new DomainError('PLATFORM_OFF');
    }
  }

  /** True if a link is refused. Lists omit such entries. */
  isOff(url: string, host: string): boolean {
    const site = siteOf(canonicalPageUrl(url));
    const { supportedPlatforms } = this.domains.forHost(host).config;
    const isOffHere = supportedPlatforms.some(({ id, enabled }) => id === site && !enabled);
    return isOffHere || this.settings.isOff(site) || this.settings.isBlocked(url);
  }
}
