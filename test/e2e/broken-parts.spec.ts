import { API } from '@dipper/contract';
import type { Page } from 'playwright-core';
import type { Fate, Gate } from './gate.js';
import { search, setStage } from './stage.js';

const stage = setStage();
let gate: Gate;

beforeAll(async () => {
  gate = await stage.openGate();
});

const ACCIDENTS: readonly [what: string, fate: Fate][] = [
  ['that a deployment has replaced', 404],
  ['whose connection drops', 'cut'],
  ["that a hotel's portal answers with its own page", 'portal'],
];
/** The outcome of a visit in which the page did not request the script. */
const UNUSED = 'not asked for';
/** How many of the last scripts to try, which are those that a search loads. */
const LATER = 6;

/**
 * Returns every script that the page loads before the formats appear. Prefetches for the next page
 * come later.
 */
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
  await search(page, stage.url, `${stage.origin.url}/watch/plain`);
  return [...found];
}

/** Searches on a page that lacks a script. @returns a description of what the visitor sees */
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
  // A notice has a button, and after a failed search the form remains.
  const next = outcome.getByRole('link').or(page.getByRole('button', { name: 'Download Now' }));
  const isUsable = (await isAlive(page)) && (await next.first().isVisible());
  const state = isUsable ? 'alive' : 'dead';
  return `${isMissing ? state : UNUSED}: ${words}`;
}

async function isAlive(page: Page): Promise<boolean> {
  return page.getByRole('heading', { level: 1 }).isVisible();
}

describe('a script', () => {
  /**
   * The scripts to try: one of those that start the page, all of which fail in the same way, and
   * the last ones that a search loads.
   */
  let tried: string[];

  beforeAll(async () => {
    const all = await scripts();
    expect(all.length).toBeGreaterThan(10);
    const first = all.filter(isOfStart);
    expect(first.length).toBeGreaterThan(1);
    tried = [...new Set([...first, ...all.slice(-LATER)])];
  });

  it.each(ACCIDENTS)(
    '%s never leaves a dead page, but the formats or a notice with a button',
    stage.shown(async (what, fate) => {
      stage.allowProblems(/\/assets\/.*\.js/, /Failed to load module script/, /ChunkLoadError/);
      const turn = ACCIDENTS.findIndex(([it]) => it === what);
      const outcomes: [script: string, outcome: string][] = [];
      for (const script of tried.filter((_, at) => at % ACCIDENTS.length === turn)) {
        outcomes.push([script, await searchWithout(script, fate)]);
      }
      // A busy page may not prefetch a script before the search ends.
      const asked = outcomes.filter(([, outcome]) => !outcome.startsWith(UNUSED));
      expect(asked).not.toEqual([]);
      const isBad = ([script, outcome]: [string, string]) =>
        outcome.startsWith('dead') ||
        (isOfStart(script) && !outcome.includes("didn't load completely"));
      expect(asked.filter(isBad)).toEqual([]);
    }),
  );
});

const isOfStart = (script: string): boolean => /\/(entry-client|home\.page)/.test(script);
