import { Logger } from '@nestjs/common';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../testing/wait-until.js';
import { SiteSettingsProblem } from './read-site-settings.js';
import { FAILURES } from './pool-health.js';
import { type Site, SITES } from './site.js';
import { siteSettingsSchema } from './site-settings.schema.js';
import { SiteSettings } from './site-settings.js';

const COOKIES = [
  '# Netscape HTTP Cookie File',
  ['.tiktok.com', 'TRUE', '/', 'TRUE', '0', 'sid', 'secret'].join('\t'),
].join('\n');

let folder: string;
let file: string;
type Lines = jest.SpyInstance<void, [message: unknown, ...rest: unknown[]]>;
let lines: Record<'warn' | 'error' | 'log', Lines>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dipper-sites-'));
  file = join(folder, 'extraction.json');
  writeFileSync(join(folder, 'tiktok.txt'), COOKIES, { mode: 0o600 });
  const silent = (method: keyof typeof lines): Lines =>
    jest.spyOn(Logger.prototype, method).mockImplementation(() => undefined);
  lines = { warn: silent('warn'), error: silent('error'), log: silent('log') };
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const write = (value: unknown): void =>
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value), {
    mode: 0o600,
  });
const settingsOf = (value: unknown): SiteSettings => {
  write(value);
  return new SiteSettings({ file });
};

describe('SiteSettings', () => {
  it('is empty without a file', () => {
    const settings = new SiteSettings({ file });
    expect([
      settings.isOff('youtube'),
      settings.proxyOf('other'),
      settings.cookiesOf('tiktok'),
      settings.extractorArgsOf('youtube'),
    ]).toEqual([false, null, null, []]);
  });

  it('gives each configured site its own settings, and other sites the defaults', () => {
    const settings = settingsOf({
      proxy: 'http://all.example:3128',
      platforms: {
        tiktok: { proxy: 'http://u:p@tiktok.example:8000', cookies: 'tiktok.txt' },
        youtube: { proxy: null, extractor_args: ['youtube:player_client=web,tv;lang=de'] },
        vimeo: { enabled: true },
        castbox: { enabled: false },
        other: { enabled: false },
      },
    });
    const sites = ['tiktok', 'youtube', 'vimeo', 'castbox', 'other'] as const;
    expect(sites.map((site) => settings.proxyOf(site)?.label ?? null)).toEqual([
      'tiktok.example:8000',
      null,
      'all.example:3128',
      'all.example:3128',
      'all.example:3128',
    ]);
    expect(sites.map((site) => settings.isOff(site))).toEqual([false, false, false, true, true]);
    expect(settings.cookiesOf('tiktok')).toBe(join(folder, 'tiktok.txt'));
    expect([settings.cookiesOf('youtube'), settings.extractorArgsOf('tiktok')]).toEqual([null, []]);
    expect(settings.extractorArgsOf('youtube')).toEqual(['youtube:player_client=web,tv;lang=de']);
    expect(lines.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['{ "proxy": "http://u:secret@x:1", }', /: not JSON/],
    ['', /: not JSON/],
    ['[]', /: the whole file: /],
    [{ proxies: {} }, /: the whole file: .*proxies/],
    [{ proxy: 'socks5://u:secret@proxy:1080' }, /: proxy: must be a proxy URL like http:/],
    [{ proxy: 'http://u:secret@proxy:1080/x' }, /: proxy: must be a proxy/],
    [{ proxy: ['http://a:1', 'http://u:secret@b:1/x'] }, /: proxy\.1: must be a proxy/],
    [{ proxy: [] }, /: proxy: /],
    [{ proxy_for: 'media' }, /: proxy_for: /],
    [{ webhook: 'ftp://ops/?token=secret' }, /: webhook: must be a URL like/],
    [{ alert_mail: 'ops at secret.example' }, /: alert_mail: must be an email address/],
    [{ webhook: 'https://ops:secret@host.example/' }, /: webhook: must not contain a name/],
    [{ daily_bytes: 20 }, /: daily_bytes: /],
    [{ blocked: ['a.example', 'a.example/x'] }, /: blocked\.1: must be a domain like/],
    [{ platforms: { tiktok: { cookies: ['tiktok.txt', 'none.txt'] } } }, /\.cookies: .*ENOENT/],
    [{ platforms: { youtub: {} } }, /: platforms: .*youtub/],
    [{ platforms: { tiktok: { cookie: 'x' } } }, /: platforms\.tiktok: .*cookie/],
    [{ platforms: { tiktok: { enabled: 'no' } } }, /: platforms\.tiktok\.enabled: /],
    [{ platforms: { other: { cookies: 'tiktok.txt' } } }, /: platforms\.other: .*cookies/],
    [{ platforms: { tiktok: { cookies: 'none.txt' } } }, /: platforms\.tiktok\.cookies: .*ENOENT/],
    [{ platforms: { tiktok: { cookies: '.' } } }, /: platforms\.tiktok\.cookies: .*not a file/],
    [{ platforms: { tiktok: { cookies: 'extraction.json' } } }, /\.cookies: .*must begin with/],
    [{ platforms: { tiktok: { extractor_args: 'tiktok:a=b' } } }, /\.extractor_args: /],
    [{ platforms: { tiktok: { extractor_args: ['--exec=id'] } } }, /\.extractor_args\.0: must be/],
    [{ platforms: { tiktok: { extractor_args: ['tiktok'] } } }, /\.extractor_args\.0: must be/],
    [{ platforms: { tiktok: { extractor_args: ['a:b=c\n--exec'] } } }, /\.extractor_args\.0: must/],
    [{ platforms: { tiktok: { extractor_args: ['a b:c=d'] } } }, /\.extractor_args\.0: must be/],
  ])('reports the file, the key and the rule for %j, but no secret', (value, message) => {
    const start = (): SiteSettings => settingsOf(value);
    expect(start).toThrow(SiteSettingsProblem);
    expect(start).toThrow(message);
    expect(start).toThrow(/extraction\.json: /);
    expect(start).not.toThrow(/secret/);
  });

  it('uses the next proxy while one is suspended, and a suspended proxy rather than none', () => {
    const settings = settingsOf({
      proxy: ['http://u:secret@a.example:1', 'http://b.example:1'],
      platforms: { vimeo: { proxy: 'http://c.example:1' } },
    });
    const labelOf = (site: Site) => settings.proxyOf(site)?.label;
    const fails = (site: Site, refusedBy?: Site) => {
      const used = settings.proxyOf(site);
      for (let count = 0; count < FAILURES; count += 1) {
        settings.noteProxy(used!, false, refusedBy);
      }
    };
    expect(labelOf('tiktok')).toBe('a.example:1');
    fails('tiktok', 'tiktok');
    expect([labelOf('tiktok'), labelOf('youtube')]).toEqual(['b.example:1', 'a.example:1']);
    fails('youtube');
    expect([labelOf('tiktok'), labelOf('youtube')]).toEqual(['b.example:1', 'b.example:1']);
    fails('youtube');
    expect(labelOf('youtube')).toMatch(/^[ab]\.example:1$/);
    fails('vimeo');
    expect(labelOf('vimeo')).toBe('c.example:1');
    expect(lines.warn.mock.calls.map(([line]) => String(line))).toEqual([
      'The proxy a.example:1 keeps being refused by tiktok and will not be used for 10 min',
      'The proxy a.example:1 keeps failing and will not be used for 10 min',
      'The proxy b.example:1 keeps failing and will not be used for 10 min',
      'The proxy c.example:1 keeps failing and will not be used for 10 min',
    ]);
  });

  it('uses a proxy for pages only if the operator says so, for all sites or for one', () => {
    const settings = settingsOf({
      proxy: 'http://a.example:1',
      proxy_for: 'pages',
      platforms: { vimeo: { proxy_for: 'everything' } },
    });
    const labels = (site: Site) =>
      (['page', 'media'] as const).map((use) => settings.proxyOf(site, use)?.label);
    expect(labels('tiktok')).toEqual(['a.example:1', undefined]);
    expect(labels('vimeo')).toEqual(['a.example:1', 'a.example:1']);
  });

  it('uses the next cookies if some are refused, none if all are, and a replaced file immediately', () => {
    writeFileSync(join(folder, 'second.txt'), COOKIES, { mode: 0o600 });
    const settings = settingsOf({
      platforms: { tiktok: { cookies: ['tiktok.txt', 'second.txt'] } },
    });
    const refuse = () => {
      const used = settings.cookiesOf('tiktok') ?? '';
      for (let count = 0; count < FAILURES; count += 1) {
        settings.noteCookies('tiktok', used, false);
      }
    };
    refuse();
    expect(settings.cookiesOf('tiktok')).toBe(join(folder, 'second.txt'));
    expect(lines.warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^tiktok no longer accepts the cookies in .*tiktok\.txt, which will not be used/,
        ),
      ],
    ]);
    refuse();
    expect(settings.cookiesOf('tiktok')).toBeNull();
    utimesSync(join(folder, 'second.txt'), 1, 1);
    expect(settings.cookiesOf('tiktok')).toBe(join(folder, 'second.txt'));
  });

  it('keeps its cookie files while one of them is inaccessible, and logs this once', () => {
    const settings = settingsOf({ platforms: { tiktok: { cookies: 'tiktok.txt' } } });
    const path = join(folder, 'tiktok.txt');
    for (let count = 0; count < FAILURES; count += 1) {
      settings.noteCookies('tiktok', path, false);
    }
    rmSync(path);
    // A symlink loop fails like a missing permission, even for root.
    symlinkSync(path, path);
    expect([settings.cookiesOf('tiktok'), settings.cookiesOf('tiktok')]).toEqual([null, null]);
    expect(lines.error.mock.calls).toEqual([
      [expect.stringMatching(/tiktok\.txt cannot be read \(ELOOP\)/)],
    ]);
    rmSync(path);
    writeFileSync(path, COOKIES, { mode: 0o600 });
    utimesSync(path, 1, 1);
    expect(settings.cookiesOf('tiktok')).toBe(path);
  });

  it('warns about a cookie file that others can read', () => {
    chmodSync(join(folder, 'tiktok.txt'), 0o640);
    settingsOf({ platforms: { tiktok: { cookies: 'tiktok.txt' } } });
    expect(lines.warn.mock.calls[0]?.[0]).toMatch(/platforms\.tiktok\.cookies: .*chmod 600/);
  });

  it.each([
    ['warns about a password in a file that others can read', 0o640, 1],
    ['accepts a password in a file that only its owner can read', 0o600, 0],
  ])('%s', (_, mode, warnings) => {
    write({ platforms: { vimeo: { proxy: 'http://u:secret@proxy.example:1' } } });
    chmodSync(file, mode);
    new SiteSettings({ file });
    expect(lines.warn).toHaveBeenCalledTimes(warnings);
    expect(JSON.stringify(lines.warn.mock.calls)).not.toContain('secret');
  });

  it('reloads a changed or replaced file', async () => {
    write({});
    const settings = new SiteSettings({ file, pollMs: 20 });
    settings.onModuleInit();
    try {
      writeFileSync(`${file}.new`, JSON.stringify({ platforms: { vimeo: { enabled: false } } }));
      renameSync(`${file}.new`, file);
      await waitUntil(() => settings.isOff('vimeo'), 'the changed settings');
      expect(lines.log).toHaveBeenCalledTimes(1);
    } finally {
      settings.onModuleDestroy();
    }
  });

  it('blocks a link as soon as the file says so', () => {
    const settings = settingsOf({});
    expect(settings.isBlocked('https://pirate.example/1')).toBe(false);
    write({ blocked: ['pirate.example'] });
    settings.refresh();
    expect(settings.isBlocked('https://pirate.example/1')).toBe(true);
  });

  it('accepts settings whose cookie file appears later', () => {
    const settings = settingsOf({});
    write({ platforms: { tiktok: { cookies: 'later.txt' } } });
    settings.refresh();
    writeFileSync(join(folder, 'later.txt'), COOKIES);
    settings.refresh();
    expect(settings.cookiesOf('tiktok')).toBe(join(folder, 'later.txt'));
  });

  it.each([
    ['truncated JSON', '{ "platforms": { "vim'],
    ['an invalid setting', { platforms: { vimeo: { enabled: 1 } } }],
    ['a missing cookie file', { platforms: { tiktok: { cookies: 'none.txt' } } }],
    ['the removal of the file', null],
  ])('keeps the old settings after %s, logs one line, and accepts a corrected file', (_, value) => {
    const settings = settingsOf({ platforms: { vimeo: { enabled: false } } });
    if (value === null) {
      rmSync(file);
    } else {
      write(value);
    }
    settings.refresh();
    expect([settings.isOff('vimeo'), lines.error.mock.calls.length]).toEqual([true, 1]);
    expect(lines.error.mock.calls[0]?.[0]).toMatch(
      /extraction\.json: .*Keeping the previous settings/,
    );
    write({});
    settings.refresh();
    expect(settings.isOff('vimeo')).toBe(false);
  });
});

describe('docs/operator.md', () => {
  const text = readFileSync(join(__dirname, '../../../../../docs/operator.md'), 'utf8');
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, example = '']) => example);

  it('contains examples', () => {
    expect(examples.length).toBeGreaterThan(1);
  });

  it.each(examples)('has valid examples: %s', (example) => {
    expect(siteSettingsSchema.safeParse(JSON.parse(example)).error).toBeUndefined();
  });

  it.each(SITES)('mentions the site %s', (site) => {
    expect(text).toContain(`\`${site}\``);
  });
});
