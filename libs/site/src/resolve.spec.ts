import { defaultDomainConfig } from '@dipper/contract';
import type { PageKind } from './page-kinds.js';
import { type PageConfig, resolve } from './resolve.js';

const config = { ...defaultDomainConfig('dipper.example'), authentication_enabled: true };
const languages = ['en', 'de', 'pt', 'zh-Hans'];

const posts = ['how-to-save-a-clip', '12', 'a-b', 'a'];

const at = (path: string, site: PageConfig = config) => resolve(path, site, { languages, posts });

/** The page, its language, canonical path and parameters, for tables. */
const short = (path: string) => {
  const { page, language, canonical, params } = at(path);
  return [page, language, canonical, Object.values(params).join()];
};

it.each<[string, PageKind, string | null, string?]>([
  ['/', 'home', '/'],
  ['/preview', 'preview', null],
  ['/subscription', 'subscription', null],
  ['/upgrade', 'upgrade', null],
  ['/youtube-downloader', 'landing', '/youtube-downloader', 'youtube'],
  ['/rednote-to-mp3', 'landing', '/xiaohongshu-downloader', 'xiaohongshu'],
  ['/download-castboxfm-720p', 'landing', '/castbox-downloader', 'castbox'],
  ['/apple-podcasts-download', 'landing', '/apple-podcasts-downloader', 'apple-podcasts'],
  ['/podcast-downloader', 'podcasts', '/podcast-downloader', 'apple-podcasts'],
  ['/4k-podcast-downloader', 'podcasts', '/podcast-downloader', 'apple-podcasts'],
  ['/how-to', 'guide', '/how-to-download-videos'],
  ['/guides', 'blog', '/blog'],
  ['/support', 'help', '/help-center'],
  ['/tos', 'terms', '/terms-of-service'],
  ['/blog/How-To-Save-A-Clip', 'post', '/blog/how-to-save-a-clip', 'how-to-save-a-clip'],
  ['/blog/12', 'post', '/blog/12', '12'],
])('%s is the page %s', (path, page, canonical, id = '') => {
  expect(short(path)).toEqual([page, null, canonical, id]);
  expect(at(path)).toMatchObject({ status: 200, indexable: canonical !== null, off: null });
});

it.each([
  ['/p/AbCd1234', 'AbCd1234'],
  ['/P/AbCd1234/', 'AbCd1234'],
  [`/p/${'x'.repeat(32)}`, 'x'.repeat(32)],
  ['/de/p/AbCd1234', 'AbCd1234'],
  ['/p/short12', ''],
  ['/p/AbCd-1234', ''],
  ['/p/AbCd123%00', ''],
  ['/p/%zz', ''],
  ['/p//', ''],
])('%s is the page of an unknown short link with the id %j', (path, id) => {
  expect(at(path)).toMatchObject({ page: 'short-link', params: { id }, status: 404 });
});

it.each([
  ['/Preview', '/preview'],
  ['/preview/', '/preview'],
  ['/%70review', '/preview'],
  ['/%50REVIEW/', '/preview'],
  ['/p%72eview%2f', '/nope'],
  ['/YouTube-Downloader/', '/youtube-downloader'],
  ['/BLOG/A-b/', '/blog/a-b'],
  ['/P/AbCd1234/', '/p/AbCd1234'],
  ['/%64e/%62log/a', '/de/blog/a'],
  ['/%70/%41bCd1234', '/p/AbCd1234'],
])('%s resolves like %s', (path, same) => {
  expect(at(path)).toEqual(at(same));
});

it.each([
  ['/de', 'home', 'de', '/de'],
  ['/DE/', 'home', 'de', '/de'],
  ['/zh-hans/tiktok-to-mp4', 'landing', 'zh-Hans', '/zh-Hans/tiktok-downloader'],
  ['/pt/blog/a', 'post', 'pt', '/pt/blog/a'],
  ['/de/preview', 'preview', 'de', null],
  ['/de/p/AbCd1234', 'short-link', 'de', null],
  ['/de/nope', 'not-found', 'de', null],
  ['/de//', 'not-found', 'de', null],
  ['/de/%ff', 'not-found', 'de', null],
  ['/de/de', 'not-found', 'de', null],
  ['/de/pt/blog', 'not-found', 'de', null],
  ['/en', 'not-found', null, null],
  ['/en/preview', 'not-found', null, null],
  ['/fr', 'not-found', null, null],
  ['/zh', 'not-found', null, null],
])('%s is the page %s in %s', (path, page, language, canonical) => {
  expect(short(path).slice(0, 3)).toEqual([page, language, canonical]);
});

it.each([
  ...['', 'preview', '//', '//preview', '/preview//', '/./preview', '/../preview', '/preview/.'],
  ...['/%2e%2e/preview', '/%2Fpreview', '/%2F', '/blog%2Fa', '/p%2fAbCd1234', '/preview%2F'],
  ...['/%', '/%7', '/%zz', '/preview%', '/%ff', '/%C1%B0review', '/%ED%A0%80', '/\ud800'],
  ...['/%2570review', '/preview%00', '/preview%0a', '/preview\n', '/preview%20', '/ preview'],
  ...['\\preview', '/\\preview', '/preview\\', '/%5cpreview', '/preview?url=x', '/preview#x'],
  ...['/preview%3Furl=x', '/preview;x', '/index.html', '/preview/x', '/blog/a/b', '/a/b/c/d/e/f'],
  // U+212A is "k" and U+017F is "s" to Unicode's case folding.
  ...['/coo\u212Aies', '/coo%E2%84%AAies', '/%C5%BFupport', '/p\u017Fivacy', '/d\u0435'],
  ...[
    '/blog//',
    '/blog/b',
    '/blog/aa',
    '/de/blog/b',
    '/blog/a_b',
    '/blog/a%2Fb',
    '/blog/..',
    '/blog/%2e%2e',
    '/blog/\u00e9',
  ],
  ...[
    `/blog/${'a'.repeat(9999)}`,
    '/blog/a\n',
    '/blog/constructor',
    '/p',
    '/p/',
    '/p/AbCd1234/image/x',
  ],
  ...['/landing', '/not-found', '/instagram-downloader'],
  ...['/constructor', '/__proto__', '/hasOwnProperty'],
])('finds no page at %j', (path) => {
  expect(at(path)).toMatchObject({ page: 'not-found', status: 404 });
});

it.each([
  ['100,000 letters', `/${'a'.repeat(100_000)}`],
  ['9,999 slashes', '/'.repeat(9999)],
])('finds no page at a path of %s', (_, path) => {
  expect(at(path)).toMatchObject({ page: 'not-found', status: 404 });
});

it('describes a known path completely', () => {
  expect(at('/DE/Free-Rednote-Downloader/')).toEqual({
    page: 'landing',
    params: { platform: 'xiaohongshu' },
    status: 200,
    language: 'de',
    canonical: '/de/xiaohongshu-downloader',
    alternates: [
      { language: 'en', path: '/xiaohongshu-downloader' },
      { language: 'de', path: '/de/xiaohongshu-downloader' },
      { language: 'pt', path: '/pt/xiaohongshu-downloader' },
      { language: 'zh-Hans', path: '/zh-Hans/xiaohongshu-downloader' },
      { language: 'x-default', path: '/xiaohongshu-downloader' },
    ],
    namespaces: ['landing', 'search', 'labels'],
    content: ['landing/xiaohongshu'],
    offersFirst: null,
    indexable: true,
    off: null,
  });
});

it('describes an unknown path completely', () => {
  expect(at('/nope')).toEqual({
    page: 'not-found',
    params: {},
    status: 404,
    language: null,
    canonical: null,
    alternates: [],
    namespaces: ['notFound', 'search'],
    content: [],
    offersFirst: null,
    indexable: false,
    off: null,
  });
});

it.each([
  ['/youtube-to-mp3', 'sound'],
  ['/de/Podcast-To-MP3/', 'sound'],
  ['/youtube-to-mp4', null],
  ['/blog/a-to-mp3', null],
  ['/nope-to-mp3', null],
])('the path %s requests the kind of file %j', (path, first) => {
  const offered = { languages, posts: ['a-to-mp3'] };
  expect(resolve(path, config, offered).offersFirst).toBe(first);
});

it.each([
  ['/podcast-downloader', ['landing/podcasts']],
  ['/apple-podcasts-downloader', ['landing/apple-podcasts']],
  ['/blog', ['posts']],
  ['/blog/a-b', ['posts', 'posts/a-b']],
  ['/tos', ['terms']],
  ['/', []],
])('%s needs the content %j', (path, content) => {
  expect(at(path).content).toEqual(content);
});

it.each([[['en']], [['en', 'en-XA', 'ar-XB']], [[]]])(
  'lists no alternate languages if the site offers %j',
  (offered) => {
    const { alternates } = resolve('/', config, { languages: offered, posts });
    expect(alternates).toEqual([]);
  },
);

it.each(['/de/preview', '/preview', '/p/AbCd1234', '/nope'])(
  'lists no alternate languages for %s, which is not indexed',
  (path) => expect(at(path).alternates).toEqual([]),
);

describe('the configuration of a domain', () => {
  const without = (platform: string, how: 'disabled' | 'unlisted') => ({
    ...config,
    supportedPlatforms:
      how === 'unlisted'
        ? config.supportedPlatforms.filter(({ id }) => id !== platform)
        : config.supportedPlatforms.map((it) => ({ ...it, enabled: it.id !== platform })),
  });

  it.each(['disabled', 'unlisted'] as const)(
    'removes the landing page of a platform that is %s',
    (how) => {
      const site = without('tiktok', how);
      for (const path of ['/tiktok-downloader', '/DE/free-tiktok-downloader']) {
        expect(at(path, site)).toMatchObject({ page: 'not-found', status: 404, off: 'tiktok' });
        expect(at(path, site)).toMatchObject({ canonical: null, indexable: false, params: {} });
      }
      expect(at('/vimeo-downloader', site)).toMatchObject({ status: 200, off: null });
    },
  );

  it('removes the podcast page without Apple Podcasts', () => {
    const site = without('apple-podcasts', 'disabled');
    expect(at('/podcast-to-mp3', site)).toMatchObject({ status: 404, off: 'apple-podcasts' });
  });

  it('publishes a page only in English if its text is not translated', () => {
    const offered = {
      languages: ['en', 'de', 'fr'],
      posts,
      isTranslated: (language: string, key: string) => language === 'fr' || key !== 'privacy',
    };
    expect(resolve('/de/privacy-policy', config, offered)).toMatchObject({
      status: 200,
      language: 'de',
      canonical: '/privacy-policy',
    });
    const { alternates } = resolve('/privacy-policy', config, offered);
    expect(alternates.map(({ language }) => language)).toEqual(['en', 'fr', 'x-default']);
    expect(resolve('/de/terms-of-service', config, offered)).toMatchObject({
      canonical: '/de/terms-of-service',
    });
  });

  it.each(['/subscription', '/de/Upgrade'])('serves %s to everybody', (path) => {
    expect(at(path)).toMatchObject({ status: 200, indexable: false });
  });
});
