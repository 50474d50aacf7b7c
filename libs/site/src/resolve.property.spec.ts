import { defaultDomainConfig } from '@dipper/contract';
import { PAGE_KINDS, type PageKind } from './page-kinds.js';
import { resolve } from './resolve.js';

/**
 * 10,000 paths against a second matcher, written here out of the specification: one list of regular
 * expressions, bytes decoded by hand. It is slow and shares nothing with the first.
 */

const slugs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili', 'xiaohongshu', 'soundcloud']
      .concat(['apple-podcasts', 'tunein', 'playerfm', 'castbox', 'xiaoyuzhou'])
      .map((id) => [id, id]),
  ),
  ...{ rednote: 'xiaohongshu', castboxfm: 'castbox', xiaoyuzhoufm: 'xiaoyuzhou' },
  podcast: 'apple-podcasts',
};
const q = '(?:4k|1080p|720p|480p|hd)';
const landing = (s: string): RegExp =>
  new RegExp(
    `^(?:(?:free-|online-|${q}-)?${s}-downloader|${s}-(?:download|to-mp3|to-mp4)|download-${s}-video` +
      `|save-${s}-video|${s}-${q}-downloader|${s}-downloader-${q}|download-${s}-${q}|${s}-to-mp4-${q})$`,
  );

interface Rule {
  readonly page: PageKind;
  readonly matches: RegExp;
  readonly platform?: string;
}
const rules: readonly Rule[] = [
  { page: 'home', matches: /^$/ },
  ...Object.entries(slugs).map(([slug, platform]): Rule => {
    return { page: slug === 'podcast' ? 'podcasts' : 'landing', matches: landing(slug), platform };
  }),
  {
    page: 'guide',
    matches:
      /^(how-to(-download-videos|-guide|-download|-use|-save-videos)?|((video-)?download-)?guide|getting-started)$/,
  },
  {
    page: 'blog',
    matches:
      /^(blogs?|articles?|guides|tutorials|posts|news|tips|resources|learn|updates|insights|stories|knowledge-base)$/,
  },
  { page: 'help', matches: /^(help(-center)?|(customer-)?support|faq-help)$/ },
  { page: 'privacy', matches: /^(privacy(-policy|-notice|-statement)?|data-privacy)$/ },
  {
    page: 'terms',
    matches:
      /^(terms(-of-service|-of-use|(-and)?-conditions)?|tos|user-agreement|service-terms|legal-terms|conditions-of-use)$/,
  },
  { page: 'glossary', matches: /^(terms-glossary|glossary|(terms-)?definitions|terminology)$/ },
  {
    page: 'dmca',
    matches:
      /^(dmca(-policy|-notice|-takedown)?|(report-)?copyright|copyright-(policy|notice|infringement)|takedown)$/,
  },
  { page: 'cookies', matches: /^(cookies|cookie-(settings|policy|preferences|consent))$/ },
  { page: 'subscription', matches: /^subscription$/ },
  { page: 'upgrade', matches: /^upgrade$/ },
  { page: 'preview', matches: /^preview$/ },
  { page: 'post', matches: /^blog\/[a-z0-9-]{1,80}$/ },
];

/** Bytes of a percent-encoded segment as text, or null. */
function decodeByHand(segment: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(segment) || /[^\x21-\x7e]/.test(segment)) {
    return null;
  }
  const bytes = segment.replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // Nothing beyond ASCII, no space, control, slash or backslash is in any name.
  return /^[\x21-\x7e]+$/.test(bytes) && !/[/\\]/.test(bytes) ? bytes : null;
}

interface Case {
  readonly languages: readonly string[];
  readonly disabled: readonly string[];
  readonly accounts: boolean;
  readonly kinds: readonly PageKind[];
}

/** "page language platform-or-id" of an accepted path, or null. */
function reference(path: string, { languages, disabled, accounts, kinds }: Case): string | null {
  const match = /^\/((?:[^/]+\/)*[^/]+)?\/?$/.exec(path);
  const parts = match === null || path === '//' ? [null] : (match[1]?.split('/') ?? []);
  const decoded = parts.map((part) => (part === null ? null : decodeByHand(part)));
  if (decoded.includes(null)) {
    return null;
  }
  const exact = decoded.join('/');
  const prefix = languages
    .filter((tag) => tag !== 'en')
    .find((tag) => new RegExp(`^${tag}(/|$)`, 'i').test(exact));
  const own = prefix === undefined ? exact : exact.slice(prefix.length + 1);
  const lower = own.toLowerCase();
  const found = /^p\/[a-z0-9]{8,32}$/i.test(own)
    ? { page: 'short-link' as const }
    : rules.find(({ matches }) => matches.test(lower));
  const platform = found !== undefined && 'platform' in found ? found.platform : undefined;
  const closed =
    found === undefined ||
    !kinds.includes(found.page) ||
    (platform !== undefined && disabled.includes(platform)) ||
    (!accounts && /^(subscription|upgrade)$/.test(found.page));
  if (closed) {
    return null;
  }
  const ids: Partial<Record<PageKind, string>> = {
    post: lower.slice(5),
    'short-link': own.slice(2),
  };
  return [found.page, prefix ?? '-', platform ?? ids[found.page] ?? '-'].join(' ');
}

/** Mulberry32: the same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const random = seeded(20_261_122);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const chance = (percent: number): boolean => random(100) < percent;

const qualities = ['4k', '1080p', '720p', '480p', 'hd', '1440p'];
const shapes = ['*-downloader', '*-download', 'download-*-video', '*-to-mp4', '*-to-mp3']
  .concat(['save-*-video', 'free-*-downloader', 'online-*-downloader', '*-#-downloader'])
  .concat(['*-downloader-#', '#-*-downloader', 'download-*-#', '*-to-mp4-#', '*-to-mp3-#', '*']);
const names =
  `how-to-download-videos guide how-to download-guide getting-started blog articles guides
  tutorials knowledge-base help-center help support faq-help privacy-policy data-privacy tos
  terms-of-service terms-conditions terms-glossary terms-definitions dmca copyright-notice takedown
  cookies cookie-consent subscription upgrade preview landing not-found api en nope index.html
  robots.txt constructor __proto__`.split(/\s+/);
const slugList = [...Object.keys(slugs), 'instagram', 'spotify', 'x', ''];
const ids = [
  'AbCd1234',
  'short',
  'a-b',
  '12',
  'My-Post',
  'a_b',
  'x'.repeat(32),
  'x'.repeat(81),
  '',
];

const realPath = (): string =>
  pick<() => string>([
    () => '/',
    () => `/${pick(names)}`,
    () => `/${pick(shapes).replace('*', pick(slugList)).replace('#', pick(qualities))}`,
    () => `/${pick(shapes).replace('*', pick(slugList)).replace('#', pick(qualities))}`,
    () => `/${pick(['preview', 'subscription', 'upgrade', 'privacy', 'cookies', 'dmca'])}`,
    () => `/blog/${pick(ids)}`,
    () => `/p/${pick(ids)}`,
    () => `/${pick(names)}/${pick(names)}`,
  ])();

const odd = [
  '%2F',
  '%2f',
  '%5C',
  '\\',
  '%',
  '%0',
  '%zz',
  '%00',
  '%0A',
  '%20',
  ' ',
  '+',
  '?',
  '#',
].concat(
  ['//', '/.', '/..', '/%2e', '%252F', '%2570', '%C3%A9', 'é', '\u212A', '%E2%84%AA', '\u017F'],
  [
    '%C1%B0',
    '%ED%A0%80',
    '%F0%9F%92%A9',
    '\ud800',
    '\0',
    '\u202e',
    ';a=b',
    '*',
    '-',
    '.',
    '?url=x',
  ],
);

const at = (text: string): number => random(text.length + 1);

const mutations: readonly ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/g, (it) => (chance(50) ? it.toUpperCase() : it)),
  (path) =>
    path.replace(/[a-z0-9-]/gi, (it) =>
      chance(30)
        ? `%${it.charCodeAt(0).toString(16)[chance(50) ? 'toUpperCase' : 'toLowerCase']()}`
        : it,
    ),
  (path) => `${path}/`,
  (path) => `${path}${pick(odd)}`,
  (path) => `${pick(['/de', '/DE', '/pt', '/zh-Hans', '/en', '/fr', '/%64e'])}${path}`,
  (path) => {
    const where = at(path);
    return `${path.slice(0, where)}${pick(odd)}${path.slice(where)}`;
  },
  (path) => {
    const where = at(path);
    return `${path.slice(0, where)}${path.slice(where + 1)}`;
  },
  (path) => path.replace(/k|K/, '\u212A').replace(/s|S/, '\u017F'),
  (path) => path.replace('/', pick(['//', '', '\\', '/./', '/%2F'])),
  (path) => `${path}${realPath()}`,
];

const anyPath = (): string => {
  let path = realPath();
  while (chance(45)) {
    path = pick(mutations)(path);
  }
  return path;
};

const everyKind = Object.keys(PAGE_KINDS) as PageKind[];
const cases: readonly Case[] = [
  { languages: ['en', 'de', 'pt', 'zh-Hans'], disabled: [], accounts: true, kinds: everyKind },
  { languages: ['en'], disabled: ['tiktok', 'apple-podcasts'], accounts: false, kinds: everyKind },
  {
    languages: ['de', 'en'],
    disabled: ['vimeo'],
    accounts: true,
    kinds: ['home', 'landing', 'post'],
  },
  { languages: [], disabled: [], accounts: false, kinds: ['home', 'preview', 'not-found'] },
];

const base = defaultDomainConfig('dipper.example');
const configs = cases.map(({ disabled, accounts }) => ({
  ...base,
  supportedPlatforms: base.supportedPlatforms.map((it) => ({
    ...it,
    enabled: !disabled.includes(it.id),
  })),
  authentication_enabled: accounts,
}));

it('accepts of 10,000 paths those that the specification accepts, and each leads to its canonical one', () => {
  const wrong: unknown[] = [];
  const seen = new Map<string, number>();
  for (let i = 0; i < 10_000; i += 1) {
    const path = anyPath();
    cases.forEach((situation, which) => {
      const config = configs[which] ?? base;
      const found = resolve(path, config, situation);
      const { page, language, params, canonical, status, indexable, off } = found;
      const said =
        status === 404
          ? null
          : [page, language ?? '-', params.platform ?? params.id ?? '-'].join(' ');
      const expected = reference(path, situation);
      if (said !== expected) {
        wrong.push({ path, said, expected });
      }
      if ((page === 'not-found') !== (status === 404) || (off !== null && status !== 404)) {
        wrong.push({ path, page, status, off });
      }
      if (indexable !== (canonical !== null)) {
        wrong.push({ path, indexable, canonical });
      }
      if (canonical !== null) {
        const again = resolve(canonical, config, situation);
        if (JSON.stringify(again) !== JSON.stringify(found)) {
          wrong.push({ path, canonical, found, again });
        }
      }
      seen.set(page, (seen.get(page) ?? 0) + 1);
    });
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  // A generator that stops making real paths would make everything agree.
  expect([...seen.keys()].sort()).toEqual([...everyKind].sort());
  expect(Math.min(...seen.values())).toBeGreaterThan(50);
  expect(seen.get('landing')).toBeGreaterThan(2000);
});
