import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import 'reflect-metadata';
import { CookieCopies } from './extract/extractors/ytdlp/access/cookie-copies.js';
import { SiteAccess } from './extract/extractors/ytdlp/access/site-access.js';
import { InstalledYtdlp } from './extract/extractors/ytdlp/program/installed-ytdlp.js';
import { readLiveLinks } from './extract/extractors/ytdlp/update/live-links.js';
import { readReleaseKey } from './extract/extractors/ytdlp/update/release-signature.js';
import { updateYtDlp } from './extract/extractors/ytdlp/update/ytdlp-update.js';
import { egressOptions } from './infra/egress/egress.options.js';
import { EgressService } from './infra/egress/egress.service.js';
import { ForwardProxy } from './infra/egress/forward-proxy.js';
import { parseEnv } from './infra/env/env.js';
import { SITE_SETTINGS_FILE, SiteSettings } from './infra/sites/site-settings.js';

/**
 * `npm run update:yt-dlp`: checks for an update once. A running server uses the new version without
 * a restart.
 */
try {
  const env = parseEnv(process.env);
  Logger.overrideLogger(false);
  const sites = new SiteSettings({ file: SITE_SETTINGS_FILE });
  const egress = new EgressService(egressOptions(env, sites));
  const proxy = new ForwardProxy(egress);
  const copies = new CookieCopies(env);
  await proxy.onModuleInit();
  try {
    const { ok, sentence } = await updateYtDlp({
      installed: new InstalledYtdlp(env),
      egress,
      access: new SiteAccess(sites, proxy, copies),
      liveLinks: await readLiveLinks(),
      releaseKey: await readReleaseKey(),
      cacheDir: join(env.DATA_DIR, 'cache'),
      signal: new AbortController().signal,
    });
    console.log(sentence);
    process.exitCode = ok ? 0 : 1;
  } finally {
    await copies.onModuleDestroy();
    await proxy.onApplicationShutdown();
    await egress.onApplicationShutdown();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
