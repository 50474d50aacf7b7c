import { PLATFORMS } from '@dipper/media';
import { PSEUDO_LONG, PSEUDO_MIRRORED } from '@dipper/site';
import type { Locator, Page } from 'playwright-core';
import { setStage } from './stage.js';
import { survey } from './survey.js';
import { faintOrSmall } from './usable.js';

/** Production offers no pseudo-languages. */
const stage = setStage({ NODE_ENV: 'test' });

/** Texts that are never translated: platforms, addresses, the operator's texts, containers, codecs, item titles. */
const NAMES = PLATFORMS.map(({ displayName }) => displayName.replace(/[().]/g, '\\$&'));
const DATA = new RegExp(
  [
    ...NAMES,
    /https?:\/\/\S+|\b127\.0\.0\.1\S*|\b\d+x\d+\b|Dipper(?:: free video and audio downloader)?|Paste a link\. Keep the video\.|MP4|M4A|WebM|H\.264|AAC|VP9|Opus|\b(?:webm|empty)(?:\.mpd)?\b/
      .source,
  ].join('|'),
);

const start = (language: string): string => `${stage.server.url}/?lang=${language}`;
const formatLink = (page: Page): Locator => page.locator('main a[href*="/preview?"]').first();

async function search(page: Page, language: string, link: string): Promise<void> {
  await page.goto(start(language));
  await page.locator('#link').fill(link);
  await page.locator('[type=submit]').click();
}

/** Expects a page without English words, cut texts or accessibility faults. */
async function expectWell(page: Page, language: string): Promise<void> {
  expect(await survey(page, DATA)).toEqual({
    english: [],
    cut: [],
    sideways: 0,
    direction: language === PSEUDO_MIRRORED ? 'rtl' : 'ltr',
  });
  // The other rules of axe do not depend on the language (accessibility.spec.ts).
  expect(await faintOrSmall(page)).toEqual([]);
}

const open = async (width: number): Promise<Page> =>
  (await stage.newPage({ viewport: { width, height: 720 } })).page;

describe.each([PSEUDO_LONG, PSEUDO_MIRRORED])('in %s at 320', (language) => {
  it(
    'the way from link to file has no English and fits',
    stage.shown(async () => {
      const page = await open(320);
      await page.goto(start(language));
      await page.locator('header summary').filter({ visible: true }).last().click();
      await expectWell(page, language);

      stage.site.mood = 'slowly';
      await search(page, language, stage.site.manifest('webm', `in ${language}`));
      await formatLink(page).waitFor();
      await expectWell(page, language);

      await formatLink(page).click();
      await page.getByRole('progressbar').waitFor();
      await expectWell(page, language);

      stage.site.mood = 'well';
      await page.locator('a[download]').waitFor();
      await page.getByRole('timer').waitFor();
      await expectWell(page, language);
    }),
  );
});

/** Tested in one direction only, because these pages are laid out like the others. */
it(
  'error pages have no English and fit 320',
  stage.shown(async () => {
    stage.expectProblems(/^GET \/nowhere: 404$/);
    const page = await open(320);
    await search(page, PSEUDO_LONG, `${stage.origin.url}/no-media`);
    await page.getByRole('alert').filter({ visible: true }).waitFor();
    await expectWell(page, PSEUDO_LONG);

    await search(page, PSEUDO_LONG, `${stage.origin.url}/dash/empty.mpd`);
    await formatLink(page).click();
    await page.getByRole('alert').filter({ visible: true }).waitFor();
    await expectWell(page, PSEUDO_LONG);

    await page.goto(`${stage.server.url}/nowhere?lang=${PSEUDO_LONG}`);
    await expectWell(page, PSEUDO_LONG);
  }),
);

it(
  'a right-to-left language mirrors the layout',
  stage.shown(async () => {
    const page = await open(1280);
    stage.site.mood = 'slowly';
    await search(page, PSEUDO_MIRRORED, stage.site.manifest('webm', 'mirrored'));
    const edge = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect());
    const [field, button] = [
      await edge(page.locator('#link')),
      await edge(page.locator('[type=submit]')),
    ];
    expect(button.right).toBeLessThanOrEqual(field.left);

    await formatLink(page).click();
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    // The first step is on the right, and so is the percentage within the progress bar.
    const [water, first] = [await edge(bar), await edge(page.locator('main ol li').first())];
    expect(water.right - first.right).toBeLessThanOrEqual(1);
    const percent = await edge(page.locator('main p').filter({ hasText: /^\W*\d+%\W*$/ }));
    expect(percent.left).toBeGreaterThan(water.left + water.width / 2);
    const arrow = await page
      .locator('main a svg')
      .first()
      .evaluate((one) => getComputedStyle(one).scale);
    expect(arrow).toBe('-1 1');
  }),
);
