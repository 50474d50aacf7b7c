import type { Page } from 'playwright-core';
import { oddPaths } from '../../libs/site/src/testing/odd-paths.js';
import { setStage } from './stage.js';

const stage = setStage();

/** So many addresses of pages, and as many of none. */
const EACH = 75;
/** Loading takes longer than coming there inside the site. */
const LOADED = 24;
/** What the server answers itself. */
const NO_PAGE = /^\/(?:api|assets|robots\.txt|sitemap)/i;
/** The pages there are, by what stands in an address once its letters are decoded. */
const KNOWN = [
  ['home', /^\/$/],
  ['preview', /^\/preview\/?$/i],
] as const;

interface Address {
  readonly href: string;
  readonly path: string;
  readonly page: 'home' | 'preview' | 'nowhere';
}

/** What a browser makes of a path behind the name of our server. */
function addressOf(path: string): Address | null {
  const href = `${stage.server.url}${path}`;
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url?.origin !== stage.server.url || NO_PAGE.test(url.pathname)) {
    return null;
  }
  const letters = url.pathname.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, decodeURIComponent);
  const [page] = KNOWN.find(([, pattern]) => pattern.test(letters)) ?? ['nowhere' as const];
  return { href: url.href, path: url.pathname, page };
}

/** Known and unknown ones in turn, so that each step is to another page. */
function sample(): Address[] {
  const all = oddPaths(40_000)
    .map(addressOf)
    .filter((it) => it !== null);
  const distinct = [...new Map(all.map((it) => [it.href, it])).values()];
  const known = distinct.filter(({ page }) => page !== 'nowhere').slice(0, EACH);
  const unknown = distinct.filter(({ page }) => page === 'nowhere').slice(0, EACH);
  return known.flatMap((it, at) => [it, unknown[at] ?? it]);
}

const heading = (html: string): string =>
  (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replace(/<!-- -->|<[^>]+>/g, '');

const exactly = (line: string): RegExp => new RegExp(`^${line.replace(/\W/g, '\\$&')}$`);

/** Waits until the script has taken the page over. @returns its heading. */
async function takenOver(page: Page): Promise<string> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#app') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  return page.locator('h1').innerText();
}

describe('an address, as the server answers it and as the browser shows it', () => {
  let addresses: Address[];
  /** The heading of each page. */
  const headings = { home: '', preview: '', nowhere: '' };

  beforeAll(async () => {
    addresses = sample();
    for (const [page, path] of [
      ['home', '/'],
      ['preview', '/preview'],
      ['nowhere', '/nowhere'],
    ] as const) {
      headings[page] = heading(await (await fetch(stage.server.url + path)).text());
    }
  });

  it('is a page only where it is known: status, robots and heading', async () => {
    expect(new Set(Object.values(headings)).size).toBe(3);
    expect(addresses).toHaveLength(2 * EACH);
    const answers = await Promise.all(
      addresses.map(async ({ href, page }) => {
        const response = await fetch(href);
        const text = heading(await response.text());
        const mayBeIndexed = response.headers.get('x-robots-tag') === null;
        const expected = [page === 'nowhere' ? 404 : 200, headings[page]];
        return {
          href,
          page,
          answer: [response.status, text],
          expected,
          isOpen: mayBeIndexed && page !== 'home',
        };
      }),
    );
    const wrong = answers.filter(
      ({ answer, expected, isOpen }) => isOpen || answer.join() !== expected.join(),
    );
    expect(wrong).toEqual([]);
  });

  it(
    'is taken over as it is, and shows the same when it is come to inside the site',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      const loaded = addresses.slice(0, LOADED);
      const refused = loaded.filter((it) => it.page === 'nowhere').map(({ path }) => path);
      stage.expectProblems(...refused.map((path) => exactly(`GET ${path}: 404`)));
      const wrong: unknown[] = [];
      for (const { href, page: kind } of loaded) {
        await page.goto(href, { waitUntil: 'commit' });
        const shown = await takenOver(page);
        if (shown !== headings[kind]) {
          wrong.push({ href, shown });
        }
      }
      expect(wrong).toEqual([]);

      await page.goto(stage.server.url + '/preview');
      await takenOver(page);
      for (const { href, page: kind } of addresses) {
        await page.evaluate((to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
        }, href);
        await page.waitForFunction(
          (text) => document.querySelector('h1')?.innerText === text,
          headings[kind],
        );
      }
    }),
  );
});
