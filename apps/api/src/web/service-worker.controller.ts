import { Controller, Get, Header, Headers } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DomainConfigService, type VersionedConfig } from '../config/domain-config.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { webRoot } from './web-root.js';

/**
 * A placeholder in the built worker (apps/web/service-worker.plugin.ts). It is replaced with a value that
 * changes whenever the domain's pages change.
 */
const REVISION = '__REVISION__';
/** Replaced with the name of the domain's illustrations. */
const BRAND = '__BRAND__';

/**
 * A worker that unregisters itself and deletes its caches. Sent to browsers that still have an
 * older worker of this domain.
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

/** The script of a domain's worker. @param built null if there is no build */
export function workerScript(built: string | null, { config, version }: VersionedConfig): string {
  if (built === null || !config.features.offlineMode) {
    return REMOVAL;
  }
  const revision = createHash('sha256').update(built).update(version).digest('base64url');
  return built
    .replaceAll(REVISION, revision.slice(0, 16))
    .replaceAll(BRAND, config.branding.illustration);
}

/** Serves the service worker. */
@Controller()
export class ServiceWorkerController {
  private built: Promise<string | null> | undefined;

  constructor(private readonly domains: DomainConfigService) {}

  @Get('sw.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  async worker(@Headers('host') host = ''): Promise<string> {
    this.built ??= this.read();
    return workerScript(await this.built, this.domains.forHost(host));
  }

  /**
   * @throws Error if the file exists but can't be read now. Sending the removal script instead
   * would permanently delete the worker.
   */
  private async read(): Promise<string | null> {
    try {
      return await readFile(new URL('dist/client/sw.js', webRoot), 'utf8');
    } catch (error) {
      // The next request tries again.
      this.built = undefined;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }
}
