import { API } from '@dipper/contract';
import type { Page } from 'playwright-core';
import type { Fate, Gate } from './gate.js';
import { search, setStage } from './stage.js';

const stage = setStage();
let gate: Gate;

beforeAll(async () => {
  gate = await stage.openGate();
});

/** What can happen to a script: a deployment has replaced it, the connection drops, a hotel's portal answers. */
const ACCIDENTS: readonly Fate[] = [404, 'cut', 'portal'];
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
async function searchWithout(script: string, accident: Fate): Promise<string> {
  const { page } = await stage.newPage();
  let isMissing = false;
  gate.fate = (_, path) => {
    isMissing ||= path === script;
    return path === script ? accident : null;
  };
  await page.goto(gate.url);
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
      const seen = new Map<string, string>();
      for (const [at, script] of [...new Set([...first, ...later])].entries()) {
        const accident = ACCIDENTS[at % ACCIDENTS.length] as Fate;
        seen.set(script, await searchWithout(script, accident));
      }
      expect([...seen].filter(([, words]) => /^(?:dead|not asked for):/.test(words))).toEqual([]);
      // The script that starts the page is among them, and so is what shows the formats.
      const notices = [...seen.values()].filter((words) => words.includes('could not load'));
      expect(notices.length).toBeGreaterThanOrEqual(first.length);
    }),
  );
});
