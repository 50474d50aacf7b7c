import { Controller, Get, Header, Headers } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DomainConfigService } from '../config/domain-config.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import { webRoot } from './web-root.js';

/**
 * Placeholder in the built worker for what changes with the domain's pages
 * (apps/web/service-worker.ts).
 */
const REVISION = '__REVISION__';

/**
 * Unregisters itself and deletes its caches, for browsers that still have a worker of this domain.
 */
export const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
`;

/** The worker of a domain. @param built null without a build @param version of its configuration */
export function workerScript(built: string | null, isOn: boolean, version: string): string {
  if (built === null || !isOn) {
    return REMOVAL;
  }
  const revision = createHash('sha256').update(built).update(version).digest('base64url');
  return built.replaceAll(REVISION, revision.slice(0, 16));
}

/** The service worker; browsers check for updates by themselves. */
@Controller()
export class ServiceWorkerController {
  private built: Promise<string | null> | undefined;

  constructor(private readonly domains: DomainConfigService) {}

  @Get('sw.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  async worker(@Headers('host') host = ''): Promise<string> {
    const { config, version } = this.domains.forHost(host);
    this.built ??= this.read();
    return workerScript(await this.built, config.features.offlineMode, version);
  }

  /**
   * @throws Error when the file exists but cannot be read now: sending the removal would be
   *   permanent.
   */
  private async read(): Promise<string | null> {
    try {
      return await readFile(new URL('dist/client/sw.js', webRoot), 'utf8');
    } catch (error) {
      // Try again with the next request.
      this.built = undefined;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }
}
