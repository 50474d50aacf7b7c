import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import 'reflect-metadata';
import { readLiveLinks } from './extract/extractors/ytdlp/update/live-links.js';
import { updateYtDlp } from './extract/extractors/ytdlp/update/ytdlp-update.js';
import { parseEnv } from './infra/env/env.js';
import { ProgramsService } from './infra/programs/programs.service.js';

/** `npm run update:yt-dlp`: one look for a newer yt-dlp; the server follows without a restart. */
try {
  const env = parseEnv(process.env);
  Logger.overrideLogger(false);
  const { ok, sentence } = await updateYtDlp({
    programs: new ProgramsService(env),
    liveLinks: await readLiveLinks(),
    cacheDir: join(env.DATA_DIR, 'cache'),
    signal: new AbortController().signal,
  });
  console.log(sentence);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
