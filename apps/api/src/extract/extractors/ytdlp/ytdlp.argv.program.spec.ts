import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../../infra/programs/find-program.js';
import { ytdlpArgv } from './ytdlp.argv.js';

it('uses no flag that the installed yt-dlp does not know', async () => {
  const run = promisify(execFile);
  const { YT_DLP_PATH, PATH = '' } = process.env;
  const program =
    findProgram('yt-dlp', [YT_DLP_PATH, 'node_modules/yt-dlp-exec/bin/yt-dlp'], PATH) ?? '';
  const version = (await run(program, ['--ignore-config', '--version'])).stdout.trim();
  // No server is listening there. yt-dlp fails, but only after it has parsed all arguments.
  const nowhere = 'http://127.0.0.1:1/';
  const argv = ytdlpArgv({
    version,
    url: nowhere,
    proxyUrl: nowhere,
    extractors: ['generic'],
    jsRuntime: 'deno:/usr/bin/deno',
    subtitles: true,
    cacheDir: '/data/cache/yt-dlp',
    extractorArgs: ['generic:fragment_query'],
  });
  const said = await run(program, argv).then(
    () => 'it succeeded',
    (error: { stderr: string }) => error.stderr,
  );
  expect(said).toMatch(/^ERROR: .*Unable to download webpage/m);
  expect(said).not.toMatch(/no such option/);
});
