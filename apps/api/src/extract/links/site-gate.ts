import { Injectable } from '@nestjs/common';
import { DomainConfigService } from '../../config/domain-config.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { siteOf } from '../../infra/sites/site.js';
import { SiteSettings } from '../../infra/sites/site-settings.js';

/**
 * Refuses links to sites that are switched off, either for the whole installation or on one of its
 * domains.
 */
@Injectable()
export class SiteGate {
  constructor(
    private readonly settings: SiteSettings,
    private readonly domains: DomainConfigService,
  ) {}

  /**
   * @param url the URL of a page, or a short link
   * @param host the Host header, which selects the domain; platforms that the domain's
   * configuration does not mention are on
   * @throws DomainError PLATFORM_OFF
   */
  pass(url: string, host: string): void {
    if (this.isOff(url, host)) {
      throw new DomainError('PLATFORM_OFF');
    }
  }

  isOff(url: string, host: string): boolean {
    const site = siteOf(url);
    const { supportedPlatforms } = this.domains.forHost(host).config;
    const isOffHere = supportedPlatforms.some(({ id, enabled }) => id === site && !enabled);
    return isOffHere || this.settings.isOff(site);
  }
}
