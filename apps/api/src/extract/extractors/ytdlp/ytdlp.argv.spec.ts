import { ytdlpArgv } from './ytdlp.argv.js';

const input = {
  url: 'https://site.example/watch?v=1',
  version: '2026.08.19',
  extractors: ['youtube.*'],
  jsRuntime: 'deno:/usr/bin/deno',
  subtitles: true,
  proxyUrl: 'http://user:pass@127.0.0.1:4000',
  cacheDir: '/data/cache/yt-dlp',
};

describe('ytdlpArgv', () => {
  it('passes every flag to a current yt-dlp', () => {
    expect(ytdlpArgv(input).join(' ')).toBe(
      '--ignore-config --no-plugin-dirs --no-update --no-remote-components --dump-single-json ' +
        '--default-search error --socket-timeout 10 --retries 2 ' +
        '--extractor-retries 1 --no-exec --no-cookies-from-browser --no-write-comments ' +
        '--no-mark-watched --no-warnings --no-progress --format best* ' +
        '--no-playlist --flat-playlist --playlist-items 1-200 --xff never ' +
        '--js-runtimes deno:/usr/bin/deno --use-extractors youtube.* --write-subs --no-cookies ' +
        '--cache-dir /data/cache/yt-dlp ' +
        '--proxy http://user:pass@127.0.0.1:4000 -- https://site.example/watch?v=1',
    );
  });

  it.each([
    ['2025.11.11', '--no-remote-components', false],
    ['2025.11.12', '--no-remote-components', true],
    ['2025.11.11', '--js-runtimes', false],
    ['2025.11.12', '--js-runtimes', true],
    ['2025.03.21', '--no-plugin-dirs', true],
    ['2025.02.19', '--no-plugin-dirs', false],
    ['2023.03.04', '--xff', false],
    ['2023.03.04', '--no-geo-bypass', true],
    ['2023.06.21', '--xff', true],
    ['2023.06.21', '--no-geo-bypass', false],
    ['2022.09.01', '--use-extractors', true],
    ['2022.08.19', '--use-extractors', false],
    ['2026.08.19.232800', '--no-remote-components', true],
  ])('for yt-dlp %s, includes %s: %s', (version, flag, expected) => {
    expect(ytdlpArgv({ ...input, version }).includes(flag)).toBe(expected);
  });

  it('selects the one requested item', () => {
    const argv = ytdlpArgv({ ...input, item: 3 }).join(' ');
    expect(argv).toContain('--no-playlist --playlist-items 3 ');
    expect(argv).not.toContain('--flat-playlist');
  });

  it.each([
    ['https://www.bilibili.com/video/BV1bK411W797', '--yes-playlist'],
    ['https://www.bilibili.com/video/BV1bK411W797?p=2', '--no-playlist'],
    ['https://www.bilibili.com/list/1?bvid=BV1bK411W797', '--no-playlist'],
    ['https://evil.example/video/bilibili.com', '--no-playlist'],
  ])('for %s, passes %s', (url, flag) => {
    expect(ytdlpArgv({ ...input, url })).toContain(flag);
  });

  it('keeps entries without formats only if photos are wanted', () => {
    expect(ytdlpArgv({ ...input, photos: true })).toContain('--ignore-no-formats-error');
    expect(ytdlpArgv(input)).not.toContain('--ignore-no-formats-error');
  });

  it('does not restrict the extractors for an unknown site', () => {
    expect(ytdlpArgv({ ...input, extractors: undefined })).not.toContain('--use-extractors');
  });

  it('skips subtitles if they could make the whole page fail', () => {
    expect(ytdlpArgv({ ...input, subtitles: false })).not.toContain('--write-subs');
  });

  it('passes no JavaScript runtime if none is known', () => {
    expect(ytdlpArgv({ ...input, jsRuntime: null })).not.toContain('--js-runtimes');
  });

  it('passes a copy of the cookie file', () => {
    const argv = ytdlpArgv({ ...input, cookiesFile: '/data/cookies/1/cookies.txt' });
    expect(argv).not.toContain('--no-cookies');
    expect(argv).toContain('--no-cookies-from-browser');
    expect(argv[argv.indexOf('--cookies') + 1]).toBe('/data/cookies/1/cookies.txt');
  });

  it('passes each extractor argument separately, before the URL', () => {
    const extractorArgs = ['youtube:player_client=web,tv;lang=de', 'youtubetab:skip=webpage'];
    const argv = ytdlpArgv({ ...input, extractorArgs });
    expect(argv.join(' ')).toContain(
      '--extractor-args youtube:player_client=web,tv;lang=de --extractor-args youtubetab:skip=webpage ',
    );
    expect(argv.indexOf('--')).toBe(argv.length - 2);
  });

  it.each([
    '--exec=rm -rf ~',
    '-o/etc/passwd',
    'ytsearch:x',
    'https://x.example/ --config a',
    "';$(id)",
  ])('passes %j as one argument after --', (url) => {
    const argv = ytdlpArgv({ ...input, url });
    expect(argv.slice(-2)).toEqual(['--', url]);
    expect(argv.filter((argument) => argument === url)).toHaveLength(1);
  });
});
