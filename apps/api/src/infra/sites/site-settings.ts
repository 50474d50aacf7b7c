import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import type { UpstreamProxy } from '../egress/upstream-proxy.js';
import { repositoryRoot } from '../process/api-root.js';
import {
  parseSiteSettings,
  type ReadSettings,
  readSettingsFile,
  SiteSettingsProblem,
} from './read-site-settings.js';
import type { Site } from './site.js';
import type { SiteSettingsFile } from './site-settings.schema.js';
import { SITES_OPTIONS, type SitesOptions } from './sites.options.js';

/** The operator's file (docs/operator.md). */
export const SITE_SETTINGS_FILE = fileURLToPath(new URL('config/extraction.json', repositoryRoot));

/** It is read again and not watched: mounted volumes do not pass events on. */
const LOOK_MS = 2_000;

/**
 * What the operator has set for each site, in `config/extraction.json`: proxies, cookies, arguments,
 * on or off. A changed file counts from then on; one with a mistake changes nothing.
 */
@Injectable()
export class SiteSettings implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(SiteSettings.name);
  private readonly file: string;
  private readonly lookMs: number;
  private text: string | null;
  private settings: SiteSettingsFile = {};
  /** What was last wrong with the file, so that it is told once. */
  private problem: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** @throws SiteSettingsProblem */
  constructor(@Inject(SITES_OPTIONS) { file, lookMs = LOOK_MS }: SitesOptions) {
    this.file = file;
    this.lookMs = lookMs;
    this.text = readSettingsFile(file);
    if (this.text !== null) {
      this.take(parseSiteSettings(this.text, file));
    }
  }

  onModuleInit(): void {
    this.timer = setInterval(() => this.refresh(), this.lookMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer ?? undefined);
  }

  /** True when links of a site are refused. */
  isOff(site: Site): boolean {
    return this.of(site)?.enabled === false;
  }

  /** The proxy for all that is asked for a site; null: none. */
  proxyOf(site: Site): UpstreamProxy | null {
    const own = this.of(site)?.proxy;
    return (own === undefined ? this.settings.proxy : own) ?? null;
  }

  /** Path of the cookie file of a platform's account; null: none. */
  cookiesOf(site: Site): string | null {
    return this.of(site)?.cookies ?? null;
  }

  /** Values of yt-dlp's --extractor-args. */
  extractorArgsOf(site: Site): readonly string[] {
    return this.of(site)?.extractor_args ?? [];
  }

  /** Takes up the file as it is now. What is wrong with it is logged once, and the settings stay. */
  refresh(): void {
    try {
      this.takeUp(readSettingsFile(this.file));
      this.problem = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.problem) {
        this.problem = message;
        this.logger.error(`${message}. The settings stay as they were.`);
      }
    }
  }

  private takeUp(text: string | null): void {
    if (text === this.text) {
      return;
    }
    if (text === null) {
      // Some editors remove a file for a moment, and without its proxy requests would show our address.
      throw new SiteSettingsProblem(`${this.file}: is gone; write {} to set nothing`);
    }
    this.take(parseSiteSettings(text, this.file));
    this.text = text;
    this.logger.log(`${this.file} was taken up`);
  }

  private of(site: Site): NonNullable<SiteSettingsFile['platforms']>[Site] {
    return this.settings.platforms?.[site];
  }

  private take({ settings, warnings }: ReadSettings): void {
    this.settings = settings;
    warnings.forEach((warning) => this.logger.warn(`${this.file}: ${warning}`));
  }
}
