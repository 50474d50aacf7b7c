import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '@dipper/media';
import { PSEUDO_LONG, PSEUDO_MIRRORED } from '@dipper/site';
import type { Locator, Page } from 'playwright-core';
import { LANGUAGES } from '../../apps/web/src/i18n/languages.js';
import { setStage, visit } from './stage.js';
import { survey } from './survey.js';
import { barriersOf, openOnPhone, smallTargets } from './usable.js';

/** The pseudo-languages are not offered in production. */
const stage = setStage({ env: { NODE_ENV: 'test' } });

/**
 * Text that is never translated: names of platforms, URLs, the operator's text, containers, codecs,
 * and titles of items.
 */
/** The names of languages in their menu, each in its own language. */
const OWN_NAMES = LANGUAGES.map(
  (tag) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
);
const NAMES = PLATFORMS.map(({ displayName }) => displayName.replace(/[().]/g, '\\$&'));
const DATA = new RegExp(
  [
    ...NAMES,
    ...OWN_NAMES,
    /https?:\/\/\S+|\b127\.0\.0\.1\S*|\b\d+x\d+\b|Dipper(?:: free video and audio downloader)?|Paste a link\. Keep the video\.|MP4|M4A|WebM|MP3|FLAC|WAV|PCM|H\.264|AAC|VP9|Opus|\b(?:webm|empty)(?:\.mpd)?\b/
      .source,
  ].join('|'),
);

const start = (language: string): string => `${stage.url}/?lang=${language}`;
const formatLink = (page: Page): Locator => page.locator('main a[href*="/preview?"]').first();

async function search(page: Page, language: string, link: string): Promise<void> {
  await page.goto(start(language));
  await page.locator('#link').fill(link);
  await page.locator('[type=submit]').click();
}

/** Expects a page to have no English words, cut-off text or accessibility faults. */
async function expectWell(page: Page, language: string): Promise<void> {
  expect(await survey(page, DATA)).toEqual({
    english: [],
    cut: [],
    sideways: 0,
    direction: language === PSEUDO_MIRRORED ? 'rtl' : 'ltr',
  });
  // The other axe rules do not depend on the language (accessibility.spec.ts), and the mirrored
  // words are no longer than the English ones.
  if (language === PSEUDO_LONG) {
    expect(await smallTargets(page)).toEqual([]);
  }
}

/** @param prefers the browser's language; a page in another language offers it in a bar */
const open = async (width: number, prefers: string): Promise<Page> =>
  (await stage.newPage({ viewport: { width, height: 720 }, locale: prefers })).page;

const edge = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect());

async function onDesktop(page: Page, check: (page: Page) => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await check(page);
  await page.setViewportSize({ width: 320, height: 720 });
}

async function expectMirroredForm(page: Page): Promise<void> {
  const [field, button] = [page.locator('#link'), page.locator('[type=submit]')].map(edge);
  expect((await button)?.right).toBeLessThanOrEqual((await field)?.left ?? NaN);
}

/**
 * Expects the first step on the right edge, and the percentage in the right half of the progress
 * bar.
 */
async function expectMirroredProgress(page: Page): Promise<void> {
  const water = await edge(page.getByRole('progressbar'));
  const first = await edge(page.locator('main ol li').first());
  expect(water.right - first.right).toBeLessThanOrEqual(1);
  const percent = await edge(page.locator('main p').filter({ hasText: /^\W*\d+%\W*$/ }));
  expect(percent.left).toBeGreaterThan(water.left + water.width / 2);
  const arrow = page.locator('main a svg').first();
  expect(await arrow.evaluate((one) => getComputedStyle(one).scale)).toBe('-1 1');
}

describe.each([PSEUDO_LONG, PSEUDO_MIRRORED])('in %s at 320 px', (language) => {
  it(
    'the pages from link to file have no English words, fit the screen, and are mirrored in right-to-left languages',
    stage.shown(async () => {
      const page = await open(320, language);
      await page.goto(start(language));
      await page.locator('header summary').filter({ visible: true }).last().click();
      await expectWell(page, language);

      stage.site.mood = 'slowly';
      await search(page, language, stage.site.manifest('webm', `in-${language}`));
      await formatLink(page).waitFor();
      await expectWell(page, language);
      if (language === PSEUDO_MIRRORED) {
        await onDesktop(page, expectMirroredForm);
      }

      await formatLink(page).click();
      await page.getByRole('progressbar').waitFor();
      await expectWell(page, language);
      if (language === PSEUDO_MIRRORED) {
        await onDesktop(page, expectMirroredProgress);
      }

      stage.site.mood = 'well';
      await page.locator('a[download]').waitFor();
      await page.getByRole('timer').waitFor();
      await expectWell(page, language);
    }),
  );
});

/** Only one direction is tested, because these pages have the same layout as the others. */
it(
  'error pages have no English words and fit 320 px',
  stage.shown(async () => {
    stage.expectProblems(/^GET \/nowhere: 404$/);
    const page = await open(320, PSEUDO_LONG);
    await search(page, PSEUDO_LONG, `${stage.origin.url}/no-media`);
    await page.getByRole('alert').filter({ visible: true }).waitFor();
    await expectWell(page, PSEUDO_LONG);

    await search(page, PSEUDO_LONG, `${stage.origin.url}/dash/empty.mpd`);
    await formatLink(page).click();
    await page.getByRole('alert').filter({ visible: true }).waitFor();
    await expectWell(page, PSEUDO_LONG);

    await page.goto(`${stage.url}/nowhere?lang=${PSEUDO_LONG}`);
    await expectWell(page, PSEUDO_LONG);
  }),
);

/** Sentences of the catalog, from search.json and preview.json. */
interface Words {
  readonly form: Readonly<Record<'label' | 'submit', string>>;
  readonly result: Readonly<Record<'region', string>>;
  readonly actions: Readonly<Record<'download', string>>;
}

function wordsOf(language: string): Words {
  const read = (name: string) =>
    JSON.parse(
      readFileSync(join(__dirname, `../../apps/web/src/i18n/${language}/${name}.json`), 'utf8'),
    ) as object;
  return { ...read('search'), ...read('preview') } as Words;
}

/** Axe checks the languages that differ from English in direction and in line breaking. */
it.each([
  ['de', 'never'],
  ['ja', 'by day'],
  ['ar', 'by day'],
] as const)(
  'turns a link into a saved file with the sentences of %s, on pages that fit small screens and large text',
  stage.shown(async (language, axe) => {
    const words = wordsOf(language);
    const { page } = await openOnPhone(stage);
    // Without this, a bar would offer English.
    await page.addInitScript((tag) => localStorage.setItem('language', tag), language);
    await visit(page, `${stage.url}/${language}`);
    const barriers = await barriersOf(page, { axe });
    const link = stage.site.manifest('webm', `translated-${language}`);
    await page.getByRole('textbox', { name: words.form.label }).fill(link);
    await page.getByRole('button', { name: words.form.submit }).click();
    const formats = page.getByRole('region', { name: words.result.region });
    await formats.waitFor();
    barriers.push(...(await barriersOf(page, { axe: 'never', frame: false })));
    await formats.locator('a[href*="/preview?"]').first().click();
    await page.waitForURL(`${stage.url}/${language}/preview?*`);
    const save = page.locator('a[download]').filter({ hasText: words.actions.download }).first();
    await save.waitFor();
    barriers.push(...(await barriersOf(page, { axe, frame: false })));
    const saved = page.waitForEvent('download');
    await save.click();
    expect(await (await saved).failure()).toBeNull();
    expect(barriers).toEqual([]);
  }),
);

/** Runs in the page. Adds up the layout shifts. */
function watchShifts(): void {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      (window as never as { shifted: number }).shifted += (entry as never as LayoutShift).value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShift {
  readonly value: number;
}

it(
  'a page offers the language that the browser prefers without shifting the layout, and keeps the choice',
  stage.shown(async () => {
    const page = await open(320, 'en-US');
    await page.addInitScript(watchShifts);
    await page.goto(start(PSEUDO_MIRRORED));
    const bar = page.getByRole('region', { name: 'This page is also available in English.' });
    await bar.waitFor();
    expect([await bar.getAttribute('lang'), await bar.getAttribute('dir')]).toEqual(['en', 'ltr']);
    const { bottom, left, width } = await edge(bar);
    expect([bottom, left, width]).toEqual([720, 0, 320]);
    expect(await smallTargets(page)).toEqual([]);
    expect(
      await page.evaluate(() => (window as never as { shifted: number }).shifted),
    ).toBeLessThan(0.02);
    await bar.getByRole('link', { name: 'Switch to English' }).click();
    await page.waitForURL(`${stage.url}/`);

    // The saved choice decides which language is offered later (language-bar.spec.tsx).
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
  }),
);
