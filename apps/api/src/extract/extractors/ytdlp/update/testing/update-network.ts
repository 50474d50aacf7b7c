import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEgressAllow } from '../../../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../../../infra/egress/egress.service.js';
import { ForwardProxy } from '../../../../../infra/egress/forward-proxy.js';
import { SiteSettings } from '../../../../../infra/sites/site-settings.js';
import { CookieCopies } from '../../access/cookie-copies.js';
import { SiteAccess } from '../../access/site-access.js';

export interface UpdateNetwork {
  readonly egress: EgressService;
  readonly access: SiteAccess;
  close(): Promise<void>;
}

/**
 * @param allow the value of EGRESS_ALLOW
 * @param settings the content of `extraction.json`
 */
export async function updateNetwork(
  folder: string,
  allow: string,
  settings = {},
): Promise<UpdateNetwork> {
  const file = join(folder, 'extraction.json');
  await writeFile(file, JSON.stringify(settings));
  const sites = new SiteSettings({ file });
  const egress = new EgressService({
    allow: parseEgressAllow(allow),
    ownHosts: [],
    ownEndpoints: [],
    proxyOf: (site) => sites.proxyOf(site),
  });
  const proxy = new ForwardProxy(egress);
  await proxy.onModuleInit();
  return {
    egress,
    access: new SiteAccess(sites, proxy, new CookieCopies({ DATA_DIR: folder })),
    close: async () => {
      await proxy.onApplicationShutdown();
      await egress.onApplicationShutdown();
    },
  };
}
