import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../infra/process/find-program.js';
import { ytdlpArgv } from './ytdlp.argv.js';

const input = {
  url: 'https://site.example/watch?v=1',
  version: '2026.08.19',
  extractors: ['youtube.*'],
  proxyUrl: 'http://user:pass@127.0.0.1:4000',
  cacheDir: '/data/cache/yt-dlp',
};

describe('ytdlpArgv', () => {
  it('has every flag of the guide for a current yt-dlp', () => {
    expect(ytdlpArgv(input).join(' ')).toBe(
      '--ignore-config --no-plugin-dirs --no-update --no-remote-components --dump-single-json ' +
        '--no-playlist --playlist-items 1 --default-search error --socket-timeout 10 --retries 2 ' +
        '--extractor-retries 1 --no-exec --no-cookies --no-cookies-from-browser --no-write-comments ' +
        '--xff never --no-mark-watched --no-warnings --no-progress --format best* ' +
        '--use-extractors youtube.* --cache-dir /data/cache/yt-dlp ' +
        '--proxy http://user:pass@127.0.0.1:4000 -- https://site.example/watch?v=1',
    );
  });

  it.each([
    ['2025.11.11', '--no-remote-components', false],
    ['2025.11.12', '--no-remote-components', true],
    ['2025.04.30', '--no-plugin-dirs', true],
    ['2025.01.26', '--no-plugin-dirs', false],
    ['2023.03.02', '--xff', false],
    ['2023.03.03', '--xff', true],
    ['2022.07.18', '--use-extractors', false],
    ['2026.08.19.232800', '--no-remote-components', true],
  ])('gives yt-dlp %s %s: %s', (version, flag, expected) => {
    expect(ytdlpArgv({ ...input, version }).includes(flag)).toBe(expected);
  });

  it('leaves the choice of extractors open for unknown sites', () => {
    expect(ytdlpArgv({ ...input, extractors: undefined })).not.toContain('--use-extractors');
  });

  it.each([
    '--exec=rm -rf ~',
    '-o/etc/passwd',
    'ytsearch:x',
    'https://x.example/ --config a',
    "';$(id)",
  ])('passes %j as one argument behind --', (url) => {
    const argv = ytdlpArgv({ ...input, url });
    expect(argv.slice(-2)).toEqual(['--', url]);
    expect(argv.filter((argument) => argument === url)).toHaveLength(1);
  });

  it('has no flag that the yt-dlp of this machine does not know', async () => {
    const run = promisify(execFile);
    const { YT_DLP_PATH, PATH = '' } = process.env;
    const program =
      findProgram('yt-dlp', [YT_DLP_PATH, 'node_modules/yt-dlp-exec/bin/yt-dlp'], PATH) ?? '';
    const version = (await run(program, ['--ignore-config', '--version'])).stdout.trim();
    const argv = ytdlpArgv({ ...input, version });
    // --version ends the run, after all arguments have been read.
    const { stdout } = await run(program, [...argv.slice(0, -2), '--version', ...argv.slice(-2)]);
    expect(stdout.trim()).toBe(version);
  });
});
