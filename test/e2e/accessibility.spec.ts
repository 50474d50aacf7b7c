import type { Page } from 'playwright-core';
import { pickBest, search, setStage, visit } from './stage.js';
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
 * Each kind of page, and when axe checks it. Axe skips pages that have only headings and
 * paragraphs, and in dark mode it checks only one page for each set of components. The layout is
 * checked on all pages. The pages share one visit, because a fresh profile costs more than a page.
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
  [HELP, 'by day'],
];

it(
  'pages of each kind are accessible on a phone and on a desktop in dark mode, also with large text',
  stage.shown(async () => {
    const { page } = await openOnPhone(stage);
    const barriers: string[] = [];
    const look = async (name: string, axe: Look, frame = false) =>
      barriers.push(...(await barriersOf(page, { axe, frame })).map((it) => `${name} ${it}`));
    for (const [at, [path, axe]] of PAGES.entries()) {
      await visit(page, stage.url + path);
      await look(path, axe, at === 0);
    }
    for (const [words, count] of [
      ['private', /^[1-9]\d* articles? found$/],
      ['qwxzv', /^0 articles found$/],
    ] as const) {
      await searchHelp(page, words, count);
      await look(`${HELP}, searched for ${words},`, 'by day');
    }
    expect(barriers).toEqual([]);
  }),
);

it(
  'the menus are accessible in light and dark mode',
  stage.shown(async () => {
    const { page } = await openOnPhone(stage);
    await visit(page, `${stage.url}/offline`);
    const barriers: string[] = [];
    for (const [label, width] of [
      ['Menu', 390],
      ['Theme', 390],
      ['Platforms', 1280],
    ] as const) {
      await resize(page, width);
      const menu = page.locator('header summary:visible', { hasText: label }).first();
      await menu.click();
      barriers.push(...(await violationsOf(page)));
      await page.emulateMedia({ colorScheme: 'dark' });
      barriers.push(...(await faintOrSmall(page)));
      await page.emulateMedia({ colorScheme: 'light' });
      await page.keyboard.press('Escape');
    }
    expect(barriers).toEqual([]);
  }),
);

describe('accessibility of', () => {
  it(
    'the home page, the formats and a refused link',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await visit(page, stage.url);
      const home = await barriersOf(page, { frame: false });
      await search(page, stage.url, `${stage.origin.url}/watch/plain`);
      const formats = await barriersOf(page, { axe: 'by day', frame: false });
      await visit(page, stage.url);
      await page.getByRole('textbox').fill(`${stage.origin.url}/no-media`);
      await page.getByRole('button', { name: 'Download Now' }).click();
      await page.getByRole('alert').first().waitFor();
      const refused = await barriersOf(page, { axe: 'by day', frame: false });
      expect({ home, formats, refused }).toEqual({ home: [], formats: [], refused: [] });
    }),
  );

  it(
    'a finished video, and an episode',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await search(page, stage.url, `${stage.origin.url}/dash/webm.mpd`);
      await pickBest(page);
      await page.locator('video').waitFor();
      const video = await barriersOf(page, { frame: false });
      await search(page, stage.url, `${stage.origin.url}/podcast/episode`);
      await pickBest(page);
      await page.getByRole('slider', { name: 'Position' }).waitFor();
      const episode = await barriersOf(page, { axe: 'by day', frame: false });
      expect({ video, episode }).toEqual({ video: [], episode: [] });
    }),
  );

  it(
    'a failed merge with its reason, and an unknown path',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await search(page, stage.url, `${stage.origin.url}/dash/html-as-video.mpd`);
      await pickBest(page);
      const alert = page.getByRole('alert').filter({ hasText: 'Processing Failed' });
      await alert.waitFor();
      expect(await alert.textContent()).toContain('The site sent a web page instead of the file');
      const failed = await barriersOf(page, { frame: false });
      stage.expectProblems(/^GET \/nowhere: 404$/);
      await page.goto(`${stage.url}/nowhere`);
      const unknown = await barriersOf(page, { axe: 'by day', frame: false });
      expect({ failed, unknown }).toEqual({ failed: [], unknown: [] });
    }),
  );
});
