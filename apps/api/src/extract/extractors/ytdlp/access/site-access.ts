import type { ErrorCode } from '@dipper/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
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
   * Records how the run ended, so that a proxy or cookie file refused by the site is set aside for
   * a while.
   * @param code the error; null if the page was read
   */
  ended(code: ErrorCode | null): void;
  /**
   * Closes the proxy session and deletes the copy of the cookies. Must be called when yt-dlp has
   * ended.
   */
  close(): Promise<void>;
}

/** Errors that mean that a site refuses our IP address. */
const REFUSES_ADDRESS: readonly ErrorCode[] = ['SOURCE_BLOCKED', 'SOURCE_RATE_LIMITED'];
/**
 * Errors that mean that a site refuses an account. Requiring a sign-in is not one of them: the item
 * may need another account, and visitors could disable the cookies by submitting links to such
 * items.
 */
const REFUSES_COOKIES: readonly ErrorCode[] = ['SOURCE_BLOCKED', 'SOURCE_RATE_LIMITED'];

type UsedSettings = 'cookiesOf' | 'proxyOf' | 'extractorArgsOf' | 'noteProxy' | 'noteCookies';

@Injectable()
export class SiteAccess {
  private readonly logger = new Logger(SiteAccess.name);
  /** The last fault of each cookie file, so that each is logged once. */
  private readonly faults = new Map<string, string>();

  constructor(
    @Inject(SiteSettings)
    private readonly settings: Pick<SiteSettings, UsedSettings>,
    @Inject(ForwardProxy) private readonly proxy: Pick<ForwardProxy, 'openSession'>,
    @Inject(CookieCopies) private readonly copies: Pick<CookieCopies, 'copy'>,
  ) {}

  /**
   * Opens the session for one run.
   * @param url the URL of the page to read
   * @param receivedBytes how many bytes the run may receive
   */
  async open(url: string, receivedBytes: number): Promise<SiteSession> {
    const site = siteOf(url);
    const path = this.settings.cookiesOf(site);
    const upstream = this.settings.proxyOf(site);
    const cookies = path === null ? null : await this.copyOf(path, site);
    const session = this.proxy.openSession(site, receivedBytes);
    return {
      site,
      proxyUrl: session.proxyUrl,
      refused: () => session.refused(),
      overspent: session.overspent,
      cookiesFile: cookies?.file ?? null,
      extractorArgs: this.settings.extractorArgsOf(site),
      ended: (code) => {
        if (upstream !== null && (code === null || REFUSES_ADDRESS.includes(code))) {
          this.settings.noteProxy(upstream, code === null, site);
        }
        if (path !== null && cookies && (code === null || REFUSES_COOKIES.includes(code))) {
          this.settings.noteCookies(site, path, code === null);
        }
      },
      close: async () => {
        session.close();
        await cookies?.remove();
      },
    };
  }

  private async copyOf(path: string, site: Site): Promise<CookieCopy | null> {
    try {
      const copy = await this.copies.copy(path);
      this.faults.delete(path);
      return copy;
    } catch (error) {
      const fault = (error as Error).message;
      if (this.faults.get(path) !== fault) {
        this.faults.set(path, fault);
        this.logger.warn(`Reading ${site} pages without cookies: ${path} ${fault}`);
      }
      return null;
    }
  }
}
