import { Injectable, Logger } from '@nestjs/common';
import { ForwardProxy, type ProxySession } from '../../../../infra/egress/forward-proxy.js';
import { type Site, siteOf } from '../../../../infra/sites/site.js';
import { SiteSettings } from '../../../../infra/sites/site-settings.js';
import { CookieCopies, type CookieCopy } from './cookie-copies.js';

/** What one run of yt-dlp may use, according to the operator's settings for the site. */
export interface SiteSession extends Omit<ProxySession, 'close'> {
  readonly site: Site;
  /** Path to a private copy of the site's cookies; null for none. */
  readonly cookiesFile: string | null;
  readonly extractorArgs: readonly string[];
  /**
   * Closes the proxy session and deletes the copy of the cookies. Must be called when yt-dlp has
   * ended.
   */
  close(): Promise<void>;
}

@Injectable()
export class SiteAccess {
  private readonly logger = new Logger(SiteAccess.name);

  constructor(
    private readonly settings: SiteSettings,
    private readonly proxy: ForwardProxy,
    private readonly copies: CookieCopies,
  ) {}

  /**
   * Opens the session for one run.
   * @param url the URL of the page to read
   * @param receivedBytes how many bytes the run may receive
   */
  async open(url: string, receivedBytes: number): Promise<SiteSession> {
    const site = siteOf(url);
    const cookies = await this.cookiesOf(site);
    const session = this.proxy.openSession(site, receivedBytes);
    return {
      site,
      proxyUrl: session.proxyUrl,
      refused: () => session.refused(),
      overspent: session.overspent,
      cookiesFile: cookies?.file ?? null,
      extractorArgs: this.settings.extractorArgsOf(site),
      close: async () => {
        session.close();
        await cookies?.remove();
      },
    };
  }

  private async cookiesOf(site: Site): Promise<CookieCopy | null> {
    const path = this.settings.cookiesOf(site);
    try {
      return path === null ? null : await this.copies.copy(path);
    } catch (error) {
      const fault = (error as Error).message;
      this.logger.warn(`Reading ${site} pages without cookies: ${path} ${fault}`);
      return null;
    }
  }
}
