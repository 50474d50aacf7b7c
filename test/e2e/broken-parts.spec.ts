import { API } from '@dipper/contract';
import type { Page, Route } from 'playwright-core';
import { search, setStage } from './stage.js';

const stage = setStage();

/** What can become of a script on its way. */
const ACCIDENTS: readonly ((route: Route) => Promise<void>)[] = [
  // A deployment has replaced it.
  (route) => route.fulfill({ status: 404, body: 'gone' }),
  (route) => route.abort('connectionfailed'),
  // A portal of a hotel answers everything with its own page.
  (route) => route.fulfill({ contentType: 'text/html', body: '<p>Welcome</p>' }),
];
/** So many of the last scripts are tried: those that a search asks for. */
const LATER = 8;

/** Every script that the way to the formats needs; what is fetched ahead for the next page is not. */
async function scripts(): Promise<string[]> {
  const { page } = await stage.newPage();
  const found = new Set<string>();
  let isAnswered = false;
  page.on('response', (response) => (isAnswered ||= response.url().endsWith(API.search)));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') && !isAnswered) {
      found.add(pathname);
    }
  });
  await search(page, stage.server.url, `${stage.origin.url}/watch/plain`);
  return [...found];
}

/** Searches on a page that lacks a script. @returns what the visitor sees then */
async function searchWithout(
  page: Page,
  script: string,
  accident: (route: Route) => Promise<void>,
): Promise<string> {
  let isMissing = false;
  await page.route(`**${script}`, async (route) => {
    isMissing = true;
    await accident(route);
  });
  await page.goto(stage.server.url);
  await page.getByRole('textbox').fill(`${stage.origin.url}/watch/plain`);
  await page.getByRole('button', { name: 'Download Now' }).click();
  const outcome = page
    .getByRole('alert')
    .filter({ visible: true })
    .or(page.getByRole('region', { name: 'Formats' }))
    .first();
  await outcome.waitFor();
  const words = (await outcome.innerText()).split('\n')[0] ?? '';
  // The notice has its own button; after a failed search the form is still there.
  const next = outcome.getByRole('link').or(page.getByRole('button', { name: 'Download Now' }));
  const isUsable = (await isAlive(page)) && (await next.first().isVisible());
  await page.unroute(`**${script}`);
  // A page remembers there what it has reloaded for, and what was found.
  await page.evaluate(() => sessionStorage.clear());
  return isUsable && isMissing ? words : `${isMissing ? 'dead' : 'not asked for'}: ${words}`;
}

/** The page itself is still there. */
async function isAlive(page: Page): Promise<boolean> {
  return page.getByRole('heading', { level: 1 }).isVisible();
}

describe('a missing script', () => {
  it(
    'never leaves a dead page: the formats come all the same, or a notice with a button',
    stage.shown(async () => {
      stage.expectProblems(/\/assets\/.*\.js/);
      // Depends on which script meets which accident.
      stage.allowProblems(/Failed to load module script/, /ChunkLoadError/);
      const all = await scripts();
      expect(all.length).toBeGreaterThan(10);
      // What the page begins with stands or falls together: its start and its page are enough.
      const first = all.filter((script) => /\/(entry-client|home\.page)/.test(script));
      const later = all.slice(-LATER);
      const { page } = await stage.newPage();
      const seen = new Map<string, string>();
      for (const [at, script] of [...new Set([...first, ...later])].entries()) {
        const accident = ACCIDENTS[at % ACCIDENTS.length] as (typeof ACCIDENTS)[number];
        seen.set(script, await searchWithout(page, script, accident));
      }
      expect([...seen].filter(([, words]) => /^(?:dead|not asked for):/.test(words))).toEqual([]);
      // The script that starts the page is among them, and so is what shows the formats.
      const notices = [...seen.values()].filter((words) => words.includes('could not load'));
      expect(notices.length).toBeGreaterThanOrEqual(first.length);
    }),
  );
});
