import { Injectable } from '@nestjs/common';
import { defaultDomainConfig, type DomainConfig, domainConfigSchema } from '@dipper/contract';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { repositoryRoot } from '../infra/process/api-root.js';

/** A configuration and a text that changes with it (cache keys). */
export interface VersionedConfig {
  readonly config: DomainConfig;
  readonly version: string;
}

/** A configuration file with a mistake; the message names file, key and rule, for the operator. */
export class DomainConfigProblem extends Error {}

const DEFAULT_FILE = fileURLToPath(new URL('config/domains/default.json', repositoryRoot));

/** The configuration of each domain: `config/domains/default.json`, or the built-in one without it. */
@Injectable()
export class DomainConfigService {
  private readonly file: DomainConfig | null = readConfigFile(DEFAULT_FILE);

  /** @param host the Host header, with or without a port. */
  forHost(host: string): VersionedConfig {
    const name = host.replace(/:\d+$/, '').toLowerCase() || 'localhost';
    const config = this.file === null ? defaultDomainConfig(name) : { ...this.file, domain: name };
    const version = createHash('sha256').update(JSON.stringify(config)).digest('base64url');
    return { config, version: version.slice(0, 16) };
  }
}

/**
 * Reads and checks a configuration file; null when there is none.
 * @throws DomainConfigProblem
 */
export function readConfigFile(path: string): DomainConfig | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DomainConfigProblem(`${path}: not JSON: ${(error as Error).message}`);
  }
  const parsed = z.safeParse(domainConfigSchema, value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new DomainConfigProblem(`${path}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return parsed.data;
}
