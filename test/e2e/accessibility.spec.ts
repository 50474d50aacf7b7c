import type { Page } from 'playwright-core';
import { pickBest, search, setStage } from './stage.js';
import { barriersOf, faintOrSmall, openOnPhone, resize, violationsOf } from './usable.js';

const stage = setStage();
const HELP = '/help-center';

/** Searches the help. */
async function searchHelp(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox').fill(words);
  const count = page.getByRole('search').getByRole('status');
  await count.filter({ hasText: /found$/ }).waitFor();
}

/**
 * Each kind of page, and whether axe also checks it on a desktop in dark mode; the others consist
 * of the same parts. Pages share a visit because a fresh profile costs more than a page.
 */
const VISITS: readonly (readonly (readonly [path: string, night: 'axe' | 'layout'])[])[] = [
  [
    ['/youtube-downloader', 'axe'],
    ['/how-to-download-videos', 'layout'],
    ['/blog', 'axe'],
    ['/blog/4k-1080p60-hdr', 'axe'],
  ],
  [
    [HELP, 'axe'],
    ['/terms-glossary', 'axe'],
    ['/dmca-policy', 'layout'],
  ],
  [
    ['/cookie-settings', 'axe'],
    ['/upgrade', 'layout'],
    ['/offline', 'layout'],
  ],
];

it.each(VISITS.map((visit) => [visit.map(([path]) => path).join(', '), visit] as const))(
  'accessibility of %s',
  stage.shown(async (_, visit) => {
    const { page } = await openOnPhone(stage);
    const barriers: string[] = [];
    const look = async (name: string, night: 'axe' | 'layout', frame: boolean) =>
      barriers.push(...(await barriersOf(page, { night, frame })).map((it) => `${name} ${it}`));
    for (const [at, [path, night]] of visit.entries()) {
      await page.goto(stage.server.url + path);
      await look(path, night, at === 0);
    }
    if (visit.some(([path]) => path === HELP)) {
      await page.goto(stage.server.url + HELP);
      for (const words of ['private', 'qwxzv']) {
        await searchHelp(page, words);
        await look(`${HELP}, searched for ${words},`, 'layout', false);
      }
    }
    expect(barriers).toEqual([]);
  }),
);

it(
  'accessibility of the menus',
  stage.shown(async () => {
    const { page } = await openOnPhone(stage);
    const barriers: string[] = [];
    for (const [label, width] of [
      ['Menu', 390],
      ['Theme', 390],
      ['Platforms', 1280],
    ] as const) {
      await page.goto(`${stage.server.url}/offline`);
      await resize(page, width);
      await page.locator('header summary:visible', { hasText: label }).first().click();
      barriers.push(...(await violationsOf(page)));
      await page.emulateMedia({ colorScheme: 'dark' });
      barriers.push(...(await faintOrSmall(page)));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(barriers).toEqual([]);
  }),
);

describe('accessibility of', () => {
  it(
    'the home page, the formats and a refused link',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await page.goto(stage.server.url);
      const home = await barriersOf(page);
      await search(page, stage.server.url, `${stage.origin.url}/watch/plain`);
      const formats = await barriersOf(page, { frame: false });
      await page.goto(stage.server.url);
      await page.getByRole('textbox').fill(`${stage.origin.url}/no-media`);
      await page.getByRole('button', { name: 'Download Now' }).click();
      await page.getByRole('alert').first().waitFor();
      const refused = await barriersOf(page, { frame: false });
      expect({ home, formats, refused }).toEqual({ home: [], formats: [], refused: [] });
    }),
  );

  it(
    'a finished video, and an episode',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await search(page, stage.server.url, `${stage.origin.url}/dash/webm.mpd`);
      await pickBest(page);
      await page.locator('video').waitFor();
      const video = await barriersOf(page);
      await search(page, stage.server.url, `${stage.origin.url}/podcast/episode`);
      await pickBest(page);
      await page.getByRole('slider', { name: 'Position' }).waitFor();
      const episode = await barriersOf(page, { frame: false });
      expect({ video, episode }).toEqual({ video: [], episode: [] });
    }),
  );

  it(
    'a failed merge with its reason, and an unknown address',
    stage.shown(async () => {
      const { page } = await openOnPhone(stage);
      await search(page, stage.server.url, `${stage.origin.url}/dash/html-as-video.mpd`);
      await pickBest(page);
      const alert = page.getByRole('alert').filter({ hasText: 'Processing Failed' });
      await alert.waitFor();
      expect(await alert.textContent()).toContain('The site sent a web page instead of the file');
      const failed = await barriersOf(page);
      stage.expectProblems(/^GET \/nowhere: 404$/);
      await page.goto(`${stage.server.url}/nowhere`);
      const unknown = await barriersOf(page, { frame: false });
      expect({ failed, unknown }).toEqual({ failed: [], unknown: [] });
    }),
  );
});
