import { PAGE_KINDS, type PageKind } from './page-kinds.js';
import { resolve } from './resolve.js';
import { CASES, type Case, configOf, oddPaths } from './testing/odd-paths.js';

/**
 * Compares `resolve` with a second implementation, which was written from the specification with
 * regular expressions and manual decoding. It is slow, and shares no code with the first.
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
  { page: 'status', matches: /^status$/ },
  { page: 'developers', matches: /^developers$/ },
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
  { page: 'offline', matches: /^offline$/ },
  { page: 'preview', matches: /^preview$/ },
  { page: 'post', matches: /^blog\/[^/]+$/ },
];
/**
 * The server redirects existing short links, so the page for a short link always has the status
 * 404.
 */
const MISSING: readonly PageKind[] = ['not-found', 'short-link'];

/** Decodes the bytes of a percent-encoded segment to text; null if that is not possible. */
function decodeByHand(segment: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(segment) || /[^\x21-\x7e]/.test(segment)) {
    return null;
  }
  const bytes = segment.replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // No page's name contains non-ASCII characters, spaces, controls, slashes or backslashes.
  return /^[\x21-\x7e]+$/.test(bytes) && !/[/\\]/.test(bytes) ? bytes : null;
}

/**
 * The page, language, and platform or id of an accepted path, separated by spaces; null for other
 * paths.
 */
function reference(path: string, { languages, disabled, posts }: Case): string | null {
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
    (found.page === 'post' && !posts.includes(lower.slice(5))) ||
    (platform !== undefined && disabled.includes(platform));
  if (closed) {
    return null;
  }
  const ids: Partial<Record<PageKind, string>> = {
    post: lower.slice(5),
    'short-link': own.slice(2),
  };
  return [found.page, prefix ?? '-', platform ?? ids[found.page] ?? '-'].join(' ');
}

const configs = CASES.map(configOf);
const everyKind = Object.keys(PAGE_KINDS);

it('agrees with the reference on generated paths, and each canonical path resolves to the same page', () => {
  const wrong: unknown[] = [];
  const seen = new Map<string, number>();
  for (const path of oddPaths(3_000)) {
    CASES.forEach((situation, which) => {
      const config = configs[which] ?? configOf(situation);
      const found = resolve(path, config, situation);
      const { page, language, params, canonical, status, indexable, off } = found;
      const actual =
        page === 'not-found' || params.id === ''
          ? null
          : [page, language ?? '-', params.platform ?? params.id ?? '-'].join(' ');
      const expected = reference(path, situation);
      if (actual !== expected) {
        wrong.push({ path, actual, expected });
      }
      if (MISSING.includes(page) !== (status === 404) || (off !== null && status !== 404)) {
        wrong.push({ path, page, status, off });
      }
      // Components rely on these parameters (`ParamsOf`).
      const [hasPlatform, hasId] = [/^(landing|podcasts)$/, /^(post|short-link)$/].map((kinds) =>
        kinds.test(page),
      );
      if (hasPlatform !== (params.platform !== undefined) || hasId !== (params.id !== undefined)) {
        wrong.push({ path, page, params });
      }
      if (indexable !== (canonical !== null)) {
        wrong.push({ path, indexable, canonical });
      }
      if (canonical !== null) {
        const again = resolve(canonical, config, situation);
        // The canonical path does not contain the requested kind of file.
        if (JSON.stringify(again) !== JSON.stringify({ ...found, offersFirst: null })) {
          wrong.push({ path, canonical, found, again });
        }
      }
      seen.set(page, (seen.get(page) ?? 0) + 1);
    });
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  // Make sure that the generator still produces real paths.
  expect([...seen.keys()].sort()).toEqual(everyKind.sort());
  expect(Math.min(...seen.values())).toBeGreaterThan(15);
  expect(seen.get('landing')).toBeGreaterThan(600);
});
