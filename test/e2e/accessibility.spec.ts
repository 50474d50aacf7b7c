import type { Page } from 'playwright-core';
import { goInside, pickBest, setStage, visit } from './stage.js';
import { barriersOf, faintOrSmall, openOnPhone, resize, violationsOf } from './usable.js';

const stage = setStage();
const HELP = '/help-center';

/** Searches the help. @param count matches the expected count: at least one article, or none */
async function searchHelp(page: Page, words: string, count: RegExp): Promise<void> {
  await page.getByRole('textbox').fill(words);
  await page.getByRole('search').getByRole('status').filter({ hasText: count }).waitFor();
}

type Look = 'never' | 'by day' | 'always';

/**
 * Each kind of page, with the cases in which axe checks it. Axe skips pages that have only headings
 * and paragraphs, and in dark mode checks only one page for each set of components. The layout is
 * checked on all pages. The pages share one document, because loading the app and compiling axe
 * cost more than checking a page.
 */
const PAGES: readonly (readonly [path: string, axe: Look])[] = [
  ['/youtube-downloader', 'always'],
  ['/how-to-download-videos', 'never'],
  ['/blog', 'by day'],
  ['/blog/4k-1080p60-hdr', 'always'],
  ['/terms-glossary', 'by day'],
  ['/dmca-policy', 'never'],
  ['/cookie-settings', 'always'],
  ['/upgrade', 'by day'],
  ['/offline', 'never'],
  ['/status', 'always'],
  ['/developers', 'by day'],
  [HELP, 'by day'],
];

it(
  'pages of each kind and the menus are accessible on a phone and on a desktop in dark mode, even with large text',
  stage.shown(async () => {
    const { page } = await openOnPhone(stage);
    const barriers: string[] = [];
    const look = async (name: string, axe: Look, frame = false) =>
      barriers.push(...(await barriersOf(page, { axe, frame })).map((it) => `${name} ${it}`));
    for (const [at, [path, axe]] of PAGES.entries()) {
      await (at === 0 ? visit(page, stage.url + path) : goInside(page, path));
      await look(path, axe, at === 0);
    }
    for (const [words, count] of [
      ['private', /^[1-9]\d* articles? found$/],
      ['qwxzv', /^0 articles found$/],
    ] as const) {
      await searchHelp(page, words, count);
      await look(`${HELP}, searched for ${words},`, 'by day');
    }
    await goInside(page, '/offline');
    for (const [label, width] of [
      ['Menu', 390],
      ['Theme', 390],
      ['Platforms', 1280],
    ] as const) {
      await resize(page, width);
      const menu = page.locator('header summary:visible', { hasText: label }).first();
      await menu.click();
      const light = await violationsOf(page, 'header');
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await faintOrSmall(page, 'header');
      barriers.push(...[...light, ...dark].map((it) => `${label} ${it}`));
      await page.emulateMedia({ colorScheme: 'light' });
      await page.keyboard.press('Escape');
    }
    expect(barriers).toEqual([]);
  }),
);

async function submit(page: Page, link: string): Promise<void> {
  await page.getByRole('textbox').fill(link);
  await page.getByRole('button', { name: 'Download Now' }).click();
}

/** Searches on the home page, reached from within the app. */
async function searchInside(page: Page, link: string): Promise<void> {
  await goInside(page, '/');
  await submit(page, link);
  await page.getByRole('region', { name: 'Formats' }).waitFor();
}

it(
  'every step from the home page to a file is accessible, including refusals',
  stage.shown(async () => {
    const { page } = await openOnPhone(stage);
    const found: Record<string, string[]> = {};
    await visit(page, stage.url);
    found.home = await barriersOf(page, { frame: false });
    await submit(page, `${stage.origin.url}/no-media`);
    const refusal = page.getByRole('alert').first();
    await refusal.waitFor();
    // The sentence has the normal text color, not the red of errors.
    const inkOf = (it: Element): string => getComputedStyle(it).color;
    expect(await refusal.evaluate(inkOf)).toBe(await page.locator('body').evaluate(inkOf));
    found.refused = await barriersOf(page, { axe: 'by day', frame: false });

    await submit(page, `${stage.origin.url}/watch/plain`);
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    found.formats = await barriersOf(page, { axe: 'by day', frame: false });
    await pickBest(page);
    await page.locator('video').waitFor();
    found.video = await barriersOf(page, { frame: false });

    await searchInside(page, `${stage.origin.url}/podcast/episode`);
    await pickBest(page);
    await page.getByRole('slider', { name: 'Position' }).waitFor();
    found.episode = await barriersOf(page, { axe: 'by day', frame: false });

    await searchInside(page, `${stage.origin.url}/dash/html-as-video.mpd`);
    await pickBest(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Processing Failed' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('The site sent a web page instead of the file');
    const plate = 'A dipper on a stone, while a fish swims away underwater';
    await page.getByRole('img', { name: plate }).waitFor();
    found.failed = await barriersOf(page, { frame: false });

    await goInside(page, '/nowhere');
    found.unknown = await barriersOf(page, { axe: 'by day', frame: false });
    expect(Object.entries(found).filter(([, barriers]) => barriers.length > 0)).toEqual([]);
    expect(Object.keys(found)).toHaveLength(7);
  }),
);
