import { defaultDomainConfig } from '../../libs/contract/src/default-domain-config.js';
import { PAGES } from '../../libs/site/src/page-paths.js';
import { resolve } from '../../libs/site/src/resolve.js';
import { POSTS } from '../../apps/web/src/content/post-ids.js';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.js';
import { oddPaths } from '../../libs/site/src/testing/odd-paths.js';
import { goInside, setStage, visit } from './stage.js';

const stage = setStage();

/** How many URLs of existing pages to try, and how many unknown ones. */
const EACH = 60;
/**
 * How many of them to load in the browser, which takes longest, and how many to reach from another
 * page. A separate spec covers all of them with `resolve`, which decides both.
 */
const LOADED = 4;
const INSIDE = 24;
/** Paths for which the server responds with something other than a page. */
const NO_PAGE = /^\/(?:api|assets|robots\.txt|sitemap)/i;
const CONFIG = defaultDomainConfig('127.0.0.1');

interface Address {
  readonly href: string;
  readonly path: string;
  /** The main path of the page at this URL, or null if there is no page. */
  readonly page: string | null;
}

/**
 * Resolves a path on our server as a browser does. @returns null if the path does not lead to a
 * page
 */
function addressOf(path: string): Address | null {
  const href = `${stage.url}${path}`;
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url?.origin !== stage.url || NO_PAGE.test(url.pathname)) {
    return null;
  }
  // `resolve` has its own spec, which compares it with the specification.
  const at = resolve(url.pathname, CONFIG, { languages: LANGUAGES, posts: POSTS });
  // Only the database knows which short links exist (test/medium/short-links). A page never changes
  // its language in place, so pages in other languages can't be reached within the app.
  if (at.page === 'short-link' || at.language !== null) {
    return null;
  }
  const main = at.canonical ?? PAGES.find(({ kind }) => kind === at.page)?.path ?? null;
  return { href: url.href, path: url.pathname, page: main };
}

/** Alternates known and unknown URLs, so that each step changes the page. */
function sample(): Address[] {
  const all = oddPaths(2000)
    .map(addressOf)
    .filter((it) => it !== null);
  const distinct = [...new Map(all.map((it) => [it.href, it])).values()];
  const known = distinct.filter(({ page }) => page !== null).slice(0, EACH);
  const unknown = distinct.filter(({ page }) => page === null).slice(0, EACH);
  return known.flatMap((it, at) => [it, unknown[at] ?? it]);
}

const heading = (html: string): string =>
  (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')
    .replace(/<!-- -->|<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

const NOT_LISTED = ['/preview', '/subscription', '/upgrade', '/offline', '/status'];

const exactly = (line: string): RegExp => new RegExp(`^${line.replace(/\W/g, '\\$&')}$`);

describe('a URL', () => {
  let addresses: Address[];
  /** The heading of each page by its main path. The heading of the 404 page has the key null. */
  const headings = new Map<string | null, string>();

  beforeAll(async () => {
    addresses = sample();
    for (const page of new Set(addresses.map((it) => it.page))) {
      headings.set(page, heading(await (await fetch(stage.url + (page ?? '/nowhere'))).text()));
    }
  });

  it('gets the status, robots header and heading of its page, or of the 404 page', async () => {
    expect(headings.size).toBeGreaterThan(20);
    expect(new Set(headings.values()).size).toBe(headings.size);
    expect(addresses).toHaveLength(2 * EACH);
    const answers = await Promise.all(
      addresses.map(async ({ href, page }) => {
        const response = await fetch(href);
        const text = heading(await response.text());
        const mayBeIndexed = response.headers.get('x-robots-tag') === null;
        const isListed = page !== null && !NOT_LISTED.includes(page);
        return {
          href,
          answer: [response.status, text, mayBeIndexed],
          expected: [page === null ? 404 : 200, headings.get(page), isListed],
        };
      }),
    );
    const wrong = answers.filter(({ answer, expected }) => answer.join() !== expected.join());
    expect(wrong).toEqual([]);
  });

  it(
    'shows the same page whether it is loaded directly or reached from another page',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const loaded = addresses.slice(0, LOADED);
      const refused = loaded.filter((it) => it.page === null).map(({ path }) => path);
      stage.expectProblems(...refused.map((path) => exactly(`GET ${path}: 404`)));
      const wrong: unknown[] = [];
      for (const { href, page: kind } of loaded) {
        await visit(page, href);
        const shown = await page.locator('h1').innerText();
        if (shown !== headings.get(kind)) {
          wrong.push({ href, shown });
        }
      }
      expect(wrong).toEqual([]);

      await visit(page, `${stage.url}/preview`);
      for (const { href, page: kind } of addresses.slice(-INSIDE)) {
        await goInside(page, href, headings.get(kind) ?? '');
      }
    }),
  );
});
