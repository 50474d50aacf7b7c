import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { UpstreamProxy } from '../egress/upstream-proxy.js';
import { repositoryRoot } from '../process/api-root.js';
import {
  parseSiteSettings,
  type ReadSettings,
  readSettingsFile,
  SiteSettingsProblem,
} from './read-site-settings.js';
import { BlockList } from './block-list.js';
import { PoolHealth, REST_MS } from './pool-health.js';
import type { Site } from './site.js';
import type { SiteSettingsFile } from './site-settings.schema.js';

export const SITE_SETTINGS_FILE = fileURLToPath(new URL('config/extraction.json', repositoryRoot));

interface SiteSettingsOptions {
  /** The path of `extraction.json`. The file is optional. */
  readonly file: string;
  /** How often the file is polled, in milliseconds. */
  readonly pollMs?: number;
}

/** A page to be read, or media that its page refers to. */
export type ProxyUse = 'page' | 'media';

const proxyKey = ({ label, authorization }: UpstreamProxy): string => `${label} ${authorization}`;
/**
 * How often the file is polled, in milliseconds. It is not watched, because mounted volumes don't
 * deliver events.
 */
const POLL_MS = 2_000;

/**
 * The operator's settings for each site, from `config/extraction.json`: proxies, cookies,
 * arguments, and whether the site is switched on. Edits apply without a restart. An invalid file
 * changes nothing.
 */
export class SiteSettings implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(SiteSettings.name);
  private readonly file: string;
  private readonly pollMs: number;
  private text: string | null;
  private settings: SiteSettingsFile = {};
  private blocked = new BlockList([]);
  /** The last problem with the file. Each problem is logged only once. */
  private problem: string | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly health = new PoolHealth();
  /** When each cookie file last changed, and the error if that can't currently be read. */
  private readonly cookieFiles = new Map<string, { changedMs?: number; fault: string | null }>();

  /** @throws SiteSettingsProblem */
  constructor({ file, pollMs = POLL_MS }: SiteSettingsOptions) {
    this.file = file;
    this.pollMs = pollMs;
    this.text = readSettingsFile(file);
    if (this.text !== null) {
      this.apply(parseSiteSettings(this.text, file));
    }
  }

  onModuleInit(): void {
    this.timer = setInterval(() => this.refresh(), this.pollMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer ?? undefined);
  }

  /** The operator's URL for alerts about platforms; null for none. It may contain a token. */
  get webhook(): string | null {
    return this.settings.webhook ?? null;
  }

  /** The operator's email address for the same alerts; null for none. */
  get alertMail(): string | null {
    return this.settings.alert_mail ?? null;
  }

  /** How many bytes a visitor may receive per day; null for no limit. */
  get dailyBytes(): number | null {
    return this.settings.daily_bytes ?? null;
  }

  /** @param link a page, or '' */
  isBlocked(link: string): boolean {
    return this.blocked.has(link);
  }

  isOff(site: Site): boolean {
    return this.of(site)?.enabled === false;
  }

  /**
   * The proxy for requests to a site; null for none. If there are several, the first that works is
   * used. If all are suspended, one of them is used anyway, because a direct connection would
   * reveal our address.
   */
  proxyOf(site: Site, use: ProxyUse = 'page'): UpstreamProxy | null {
    const own = this.of(site);
    const isForPages = (own?.proxy_for ?? this.settings.proxy_for) === 'pages';
    const pool = (own?.proxy === undefined ? this.settings.proxy : own.proxy) ?? [];
    if (use === 'media' && isForPages) {
      return null;
    }
    const keysOf = (proxy: UpstreamProxy) => [proxyKey(proxy), `${site} ${proxyKey(proxy)}`];
    return this.health.choose(pool, keysOf, performance.now())?.member ?? null;
  }

  /**
   * Records whether a proxy could be used. After several failures in a row, it is suspended.
   * @param site set if the site has refused the proxy, which is then suspended for this site only
   */
  noteProxy(proxy: UpstreamProxy, worked: boolean, site?: Site): void {
    const key = [site, proxyKey(proxy)].filter(Boolean).join(' ');
    if (this.health.note(key, worked, performance.now())) {
      const why = site === undefined ? 'keeps failing' : `keeps being refused by ${site}`;
      this.logger.warn(
        `The proxy ${proxy.label} ${why} and will not be used for ${REST_MS / 60_000} min`,
      );
    }
  }

  /** The path of a platform's cookie file; null if there is none, or if all are suspended. */
  cookiesOf(site: Site): string | null {
    const files = this.of(site)?.cookies ?? [];
    const chosen = this.health.choose(files, (path) => [this.cookiesKey(path)], performance.now());
    return chosen === null || chosen.isResting ? null : chosen.member;
  }

  /**
   * Records whether the platform accepted a cookie file. After several refusals in a row, it is
   * suspended.
   */
  noteCookies(site: Site, path: string, worked: boolean): void {
    if (this.health.note(this.cookiesKey(path), worked, performance.now())) {
      this.logger.warn(
        `${site} no longer accepts the cookies in ${path}, which will not be used for ${REST_MS / 60_000} min; sign in again and replace the file`,
      );
    }
  }

  extractorArgsOf(site: Site): readonly string[] {
    return this.of(site)?.extractor_args ?? [];
  }

  /**
   * Reloads the file. A problem with the file is logged once, and the previous settings stay in
   * use.
   */
  refresh(): void {
    try {
      this.reload(readSettingsFile(this.file));
      this.problem = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.problem) {
        this.problem = message;
        this.logger.error(`${message}. Keeping the previous settings.`);
      }
    }
  }

  private reload(text: string | null): void {
    if (text === this.text) {
      return;
    }
    if (text === null) {
      // Some editors briefly remove a file while saving it. If the proxy were dropped during that
      // time, requests would reveal our address.
      throw new SiteSettingsProblem(
        `${this.file}: the file is gone; write {} to it to clear all settings`,
      );
    }
    this.apply(parseSiteSettings(text, this.file));
    this.text = text;
    this.logger.log(`${this.file} was reloaded`);
  }

  /**
   * The key ends with the time of the last change, so that a replaced file is tried immediately.
   * While that time can't be read, for example because of permissions, the last known time is used.
   */
  private cookiesKey(path: string): string {
    const known = this.cookieFiles.get(path);
    let found: { changedMs?: number; fault: string | null };
    try {
      const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      found = { ...(changedMs !== undefined && { changedMs }), fault: null };
    } catch (error) {
      const fault = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      if (known?.fault !== fault) {
        this.logger.error(`${path} cannot be read (${fault}). Keeping the previous settings.`);
      }
      found = { ...known, fault };
    }
    this.cookieFiles.set(path, found);
    return `${path} ${found.changedMs}`;
  }

  private of(site: Site): NonNullable<SiteSettingsFile['platforms']>[Site] {
    return this.settings.platforms?.[site];
  }

  private apply({ settings, warnings }: ReadSettings): void {
    this.settings = settings;
    this.blocked = new BlockList(settings.blocked ?? []);
    warnings.forEach((warning) => this.logger.warn(`${this.file}: ${warning}`));
  }
}
