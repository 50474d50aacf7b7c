import { mainPathOfAlias } from './aliases.js';
import { PAGES } from './page-paths.js';

/** The main slug of each landing page, and its alternative slugs. */
const LANDINGS: readonly (readonly [string, ...string[]])[] = [
  ...['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili'].map(
    (it) => [it] as [string],
  ),
  ['xiaohongshu', 'rednote'],
  ...['apple-podcasts', 'podcast', 'soundcloud', 'tunein', 'playerfm'].map(
    (it) => [it] as [string],
  ),
  ['castbox', 'castboxfm'],
  ['xiaoyuzhou', 'xiaoyuzhoufm'],
];
const QUALITIES = ['4k', '1080p', '720p', '480p', 'hd'];

const plain = (s: string): string[] => [
  ...[`${s}-downloader`, `${s}-download`, `download-${s}-video`, `${s}-to-mp4`, `${s}-to-mp3`],
  ...[`save-${s}-video`, `free-${s}-downloader`, `online-${s}-downloader`],
];
const written = (s: string): string[] => QUALITIES.map((q) => `${s}-${q}-downloader`);
const alsoRead = (s: string): string[] =>
  QUALITIES.flatMap((q) => [
    ...[`${s}-downloader-${q}`, `${q}-${s}-downloader`, `download-${s}-${q}`, `${s}-to-mp4-${q}`],
  ]);

const STATIC = `
how-to-download-videos: guide how-to how-to-guide how-to-download how-to-use download-guide video-download-guide how-to-save-videos getting-started
blog: articles guides tutorials article blogs posts news tips resources learn updates insights stories knowledge-base
help-center: help support faq-help customer-support
privacy-policy: privacy privacy-notice data-privacy privacy-statement
terms-of-service: terms tos terms-and-conditions terms-of-use terms-conditions user-agreement service-terms legal-terms conditions-of-use
terms-glossary: glossary definitions terminology terms-definitions
dmca-policy: dmca copyright copyright-policy copyright-notice dmca-notice dmca-takedown takedown copyright-infringement report-copyright
cookie-settings: cookies cookie-policy cookie-preferences cookie-consent
`
  .trim()
  .split('\n')
  .map((line) => line.split(/:? /) as [string, ...string[]]);

it('maps 561 aliases to landing pages without a collision', () => {
  const pathsOf = (make: (slug: string) => string[]): [string, string][] =>
    LANDINGS.flatMap(([main, ...more]) =>
      [main, ...more].flatMap(make).map((path): [string, string] => [path, `${main}-downloader`]),
    );
  const main = pathsOf((slug) => [...plain(slug), ...written(slug)]);
  const all = [...main, ...pathsOf(alsoRead)];
  expect([main.length, all.length, new Set(all.map(([path]) => path)).size]).toEqual([
    221, 561, 561,
  ]);
  expect(all.filter(([path, page]) => mainPathOfAlias(path) !== page)).toEqual([]);
});

it('maps 65 paths to static pages', () => {
  expect(STATIC.flat()).toHaveLength(65);
  expect(new Set(STATIC.flat()).size).toBe(65);
  STATIC.forEach(([main, ...aliases]) =>
    aliases.forEach((alias) => expect([alias, mainPathOfAlias(alias)]).toEqual([alias, main])),
  );
});

it('maps only to existing pages, and hides no page', () => {
  const mains = new Set(PAGES.map(({ path }) => path.slice(1)));
  expect(mains.size).toBe(PAGES.length);
  [...STATIC, ...LANDINGS].forEach(([main]) =>
    expect(mains.has(main) || mains.has(`${main}-downloader`)).toBe(true),
  );
  expect([...mains].filter((main) => (mainPathOfAlias(main) ?? main) !== main)).toEqual([]);
});

it.each([
  ...[
    '',
    '-',
    '*',
    '*-downloader',
    '-downloader',
    'download--video',
    'download-video',
    'downloader',
  ],
  ...['youtube', 'youtube-', 'youtube-4k', 'youtube-1440p-downloader', 'free-youtube-download'],
  ...['free-online-youtube-downloader', 'youtube-downloader-downloader', 'youtube-to-mp3-4k'],
  ...['instagram-downloader', 'spotify-downloader', 'x-downloader', 'apple-podcast-downloader'],
  ...['podcasts-downloader', 'constructor', '__proto__-downloader', 'toString'],
  ...['youtube-downloader\n', ' youtube-downloader', 'YouTube-downloader', 'youtube_downloader'],
])('%j is not an alias', (alias) => {
  expect(mainPathOfAlias(alias)).toBeNull();
});
