import type { Request } from 'express';
import type { DomainConfigService } from '../config/domain-config.service.js';
import type { Env } from '../infra/env/env.module.js';
import type { VersionedInput } from './pages/page-renderer.js';
import { publicOrigin } from '../infra/http/request/public-origin.js';

/** The data that all pages of a request's domain share. */
export function domainInput(
  request: Request,
  env: Env,
  domains: DomainConfigService,
): Omit<VersionedInput, 'path' | 'search' | 'lang'> {
  const { config, version } = domains.forHost(request.get('host') ?? '');
  const retentionSeconds = env.FILE_RETENTION_SECONDS;
  return { version, site: config, origin: publicOrigin(request, env), retentionSeconds };
}
