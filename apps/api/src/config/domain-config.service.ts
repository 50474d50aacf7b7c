import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../infra/process/api-root.js';
import { DomainConfigProblem, DomainFolder } from './domain-folder.js';
import { hostName } from './host-name.js';
import { legalReport } from './legal-report.js';

/** A configuration, with a version for cache keys that changes whenever the configuration does. */
export interface VersionedConfig {
  readonly config: DomainConfig;
  readonly version: string;
}

const FOLDER = fileURLToPath(new URL('config/domains', repositoryRoot));

/**
 * How often the folder is polled, in milliseconds. It is not watched, because mounted volumes don't
 * deliver events.
 */
const POLL_MS = 1_000;

/**
 * The folder of the configuration files.
 * @param given the operator's DOMAINS_DIR, which must exist; if undefined, this installation's own
 * folder is used
 * @throws DomainConfigProblem
 */
export function domainsFolder(given?: string): string {
  if (given !== undefined && !existsSync(given)) {
    throw new DomainConfigProblem(`DOMAINS_DIR: there is no folder ${given}`);
  }
  return given ?? FOLDER;
}

/** Limited, because clients choose the Host header. */
const KEPT_HOSTS = 500;

/**
 * The configuration of each domain: its own file, or else `default.json`, or else the built-in one.
 */
@Injectable()
export class DomainConfigService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(DomainConfigService.name);
  private readonly folder: DomainFolder;
  private readonly kept = new LRUCache<string, VersionedConfig>({ max: KEPT_HOSTS });
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param given the operator's DOMAINS_DIR, which must exist; if undefined, this installation's
   * own folder is used
   * @throws DomainConfigProblem
   */
  constructor(given?: string) {
    this.folder = new DomainFolder(domainsFolder(given));
  }

  onModuleInit(): void {
    const missing = legalReport(this.folder.all());
    if (missing.length > 0) {
      this.logger.warn(
        `Legal pages omit details that are not configured (\`npm run doctor\` explains them): ${missing.join('; ')}`,
      );
    }
    this.timer = setInterval(() => this.refresh(), POLL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer ?? undefined);
  }

  /**
   * @param host the Host header, with or without a port. Used only as a lookup key, never as a path
   */
  forHost(host: string): VersionedConfig {
    const name = hostName(host);
    const known = this.kept.get(name);
    if (known !== undefined) {
      return known;
    }
    const config = this.configOf(name);
    const hash = createHash('sha256').update(JSON.stringify(config)).digest('base64url');
    const versioned = { config, version: hash.slice(0, 16) };
    this.kept.set(name, versioned);
    return versioned;
  }

  /** True for a host that has its own configuration file. Clients can make up any other host. */
  isNamed(host: string): boolean {
    return this.ownOf(hostName(host)) !== null;
  }

  /** Reloads edited files. A mistake is logged once, and the last valid version stays in use. */
  refresh(): void {
    const { taken, problems } = this.folder.look();
    if (taken.length > 0) {
      this.kept.clear();
    }
    taken.forEach((line) => this.logger.log(line));
    problems.forEach((line) => this.logger.error(line));
  }

  private configOf(host: string): DomainConfig {
    const own = this.ownOf(host);
    return own === null ? this.commonOf(host) : own.complete(own.host);
  }

  private ownOf(host: string): ReturnType<DomainFolder['ofHost']> {
    return this.commonOf(host).features.multiDomainSupport ? this.folder.ofHost(host) : null;
  }

  private commonOf(host: string): DomainConfig {
    return this.folder.default()?.(host) ?? defaultDomainConfig(host);
  }
}
