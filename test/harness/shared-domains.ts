import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an operator may write into the configuration file of a host. */
type Content = Readonly<Record<string, unknown>>;

/**
 * Hosts of the shared server that have their own configuration, so that their specs do not need a
 * separate server. 127.0.0.1 has the configuration of this installation. Chromium resolves all of
 * these hosts to loopback; Node resolves only the first.
 */
export const SHARED_DOMAINS = {
  accounts: { host: 'localhost', content: { authentication_enabled: true } },
  offline: {
    host: 'offline.localhost',
    content: {
      branding: { name: 'Dipper', illustration: 'dipper' },
      features: { offlineMode: true },
    },
  },
  ads: {
    host: 'ads.localhost',
    content: {
      branding: { name: 'Dipper', illustration: 'dipper' },
      analytics: {
        trackingEnabled: true,
        googleAnalyticsId: 'G-ABC1234567',
        adsenseClientId: 'ca-pub-1234567890123456',
        adSlots: { leaderboard: '1111111111', responsive: '2222222222' },
      },
    },
  },
} as const satisfies Record<string, { host: string; content: Content }>;

const INSTALLED = join(process.cwd(), 'config/domains');
const folderIn = (dataDir: string): string => join(dataDir, 'domains');

/** Writes the folder for DOMAINS_DIR into a DATA_DIR. @returns the folder's path */
export async function writeSharedDomains(dataDir: string): Promise<string> {
  await cp(INSTALLED, folderIn(dataDir), { recursive: true });
  const all = Object.values(SHARED_DOMAINS);
  await Promise.all(all.map(({ host, content }) => writeSharedDomain(dataDir, host, content)));
  return folderIn(dataDir);
}

/** Replaces the configuration of a host. The server notices the change within two seconds. */
export function writeSharedDomain(dataDir: string, host: string, content: Content): Promise<void> {
  return writeFile(join(folderIn(dataDir), `${host}.json`), JSON.stringify(content));
}
