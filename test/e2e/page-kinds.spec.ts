import type { Page } from 'playwright-core';
import { brokenLayout } from './broken-layout.js';
import { setStage } from './stage.js';
import { faintOrSmall, resize, violationsOf } from './usable.js';

const stage = setStage();

/** Searches the help for words, if there are any. */
async function searchHelp(page: Page, words: string): Promise<void> {
  if (words !== '') {
    // What was typed before the page came alive counts, too.
    await page.getByRole('textbox').fill(words);
    const count = page.getByRole('search').getByRole('status');
    await count.filter({ hasText: /found$/ }).waitFor();
  }
}

/**
 * Each kind of page that `pages.spec.ts` does not come by, what the help is searched for, and whether
 * axe looks at it on a desk by night, too: the others are made of the same parts.
 */
const KINDS: readonly (readonly [name: string, path: string, words: string, twice: boolean])[] = [
  ['a landing page', '/youtube-downloader', '', true],
  ['the guide', '/how-to-download-videos', '', false],
  ['the blog', '/blog', '', true],
  ['a post', '/blog/4k-1080p60-hdr', '', true],
  ['the help', '/help-center', '', true],
  ['the help, searched', '/help-center', 'private', false],
  ['the help, searched in vain', '/help-center', 'qwxzv', false],
  ['the glossary', '/terms-glossary', '', true],
  ['a legal page', '/dmca-policy', '', false],
  ['the cookie settings', '/cookie-settings', '', true],
  ['a plan', '/upgrade', '', false],
  ['the offline page', '/offline', '', false],
];

/** axe takes a second: twice for each, and the other sizes are measured without it. */
it.each(KINDS)(
  '%s can be used by everybody: on a phone by day, at a desk by night, at 320, and in large text',
  stage.shown(async (_, path, words, twice) => {
    const { page } = await stage.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme: 'light',
      // Colors are measured when they have arrived.
      reducedMotion: 'reduce',
    });
    await page.context().addCookies([{ name: 'theme', value: 'auto', url: stage.server.url }]);
    await page.goto(`${stage.server.url}${path}`);
    await searchHelp(page, words);
    const found: Record<string, string[]> = { phone: await violationsOf(page) };
    await resize(page, 320);
    found['at 320'] = await page.evaluate(brokenLayout);
    await resize(page, 390, '200%');
    found['large text'] = await page.evaluate(brokenLayout);
    await page.emulateMedia({ colorScheme: 'dark' });
    await resize(page, 1280);
    found['desk'] = twice ? await faintOrSmall(page) : await page.evaluate(brokenLayout);
    expect(found).toEqual({ phone: [], 'at 320': [], 'large text': [], desk: [] });
  }),
);

it.each([
  ['Menu', 390],
  ['Theme', 390],
  ['Platforms', 1280],
])(
  'the menu %s can be used by everybody, by day and by night',
  stage.shown(async (label, width) => {
    const viewport = { width, height: 844 };
    const { page } = await stage.newPage({ viewport, reducedMotion: 'reduce' });
    await page.context().addCookies([{ name: 'theme', value: 'auto', url: stage.server.url }]);
    await page.goto(`${stage.server.url}/offline`);
    await page.locator('header summary:visible', { hasText: label }).first().click();
    const day = await violationsOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([day, await faintOrSmall(page)]).toEqual([[], []]);
  }),
);
