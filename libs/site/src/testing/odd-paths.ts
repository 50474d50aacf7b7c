import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';

export interface Case {
  readonly languages: readonly string[];
  readonly disabled: readonly string[];
  readonly posts: readonly string[];
}

/** The Mulberry32 generator, which is deterministic. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

let random = seeded(0);
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
const slugList =
  `youtube tiktok twitter facebook vimeo bilibili xiaohongshu soundcloud apple-podcasts
  tunein playerfm castbox xiaoyuzhou rednote castboxfm xiaoyuzhoufm podcast instagram spotify x`
    .split(/\s+/)
    .concat('');
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
    () =>
      `/${pick(['preview', 'subscription', 'upgrade', 'status', 'developers', 'privacy', 'cookies', 'dmca', 'offline'])}`,
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

const oddPath = (): string => {
  let path = realPath();
  while (chance(45)) {
    path = pick(mutations)(path);
  }
  return path;
};

/**
 * Generates real paths, and variants like those that visitors, crawlers and attackers send. It is
 * deterministic.
 */
export function oddPaths(count: number): readonly string[] {
  random = seeded(20_261_122);
  return Array.from({ length: count }, oddPath);
}

export const CASES: readonly Case[] = [
  {
    languages: ['en', 'de', 'pt', 'zh-Hans'],
    disabled: [],
    posts: ['a-b', '12', 'my-post', 'short'],
  },
  {
    languages: ['en'],
    disabled: ['tiktok', 'apple-podcasts'],
    posts: ['12', 'guide'],
  },
  {
    languages: ['de', 'en'],
    disabled: ['vimeo'],
    posts: ['my-post'],
  },
  {
    languages: [],
    disabled: [],
    posts: ['a-b'],
  },
];

export function configOf({ disabled }: Case): DomainConfig {
  const base = defaultDomainConfig('dipper.example');
  const supportedPlatforms = base.supportedPlatforms.map((it) => ({
    ...it,
    enabled: !disabled.includes(it.id),
  }));
  return { ...base, supportedPlatforms };
}
