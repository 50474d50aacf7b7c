import type { AxeResults, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { brokenLayout } from './broken-layout.js';
import type { Stage } from './stage.js';
import type { WatchedPage } from './watched-page.js';

const PHONE = { width: 390, height: 844 };

/** The header and the footer, which are the same on each page. */
const FRAME = ['#app > header', '#app > footer'];

const MODAL = 'dialog:modal';

/**
 * Whether to also check the header and the footer. An open menu may cover parts of the footer, so
 * that its links seem too small.
 */
type Frame = boolean | 'header';

/** The extent of the check by axe. The layout is always checked. */
interface Look {
  /**
   * When axe checks the page: never; on the phone in light mode only; or also on the desktop in
   * dark mode.
   */
  readonly axe?: 'never' | 'by day' | 'always';
  /** True to also check the header and the footer. Once is enough for all pages. */
  readonly frame?: boolean;
}

const AXE = readFileSync(join(process.cwd(), 'node_modules/axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export function violationsOf(page: Page, frame: Frame = true): Promise<string[]> {
  return runAxe(page, frame, { type: 'tag', values: TAGS });
}

/** Runs only the rules that depend on colors and width, for a page that axe has already checked. */
export function faintOrSmall(page: Page, frame: Frame = true): Promise<string[]> {
  return runAxe(page, frame, { type: 'rule', values: ['color-contrast', 'target-size'] });
}

export function smallTargets(page: Page): Promise<string[]> {
  return runAxe(page, true, { type: 'rule', values: ['target-size'] });
}

/** Opens a page on a phone in light mode. The page's theme follows the system. */
export async function openOnPhone(stage: Stage): Promise<WatchedPage> {
  const watched = await stage.newPage({ viewport: PHONE, colorScheme: 'light' });
  const url = stage.url;
  await watched.page.context().addCookies([{ name: 'theme', value: 'auto', url }]);
  return watched;
}

/**
 * Returns the accessibility faults of a page from `openOnPhone`: on the phone, at 320 px, with text
 * at twice the size, and on a desktop in dark mode. Restores the page afterwards.
 */
export async function barriersOf(
  page: Page,
  { axe = 'always', frame = true }: Look = {},
): Promise<string[]> {
  const found: Record<string, string[]> = {};
  found['on a phone'] = axe === 'never' ? [] : await violationsOf(page, frame);
  await resize(page, 320);
  found['at 320'] = await page.evaluate(brokenLayout);
  await resize(page, PHONE.width, '200%');
  found['in large text'] = await page.evaluate(brokenLayout);
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(page, 1280);
  found['on a desktop'] =
    axe === 'always' ? await faintOrSmall(page, frame) : await page.evaluate(brokenLayout);
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, PHONE.width);
  return Object.entries(found).flatMap(([where, what]) => what.map((it) => `${where}: ${it}`));
}

/**
 * Runs axe. Axe is loaded into each document only once, because compiling axe takes longer than
 * running it. Our pages have no frames.
 */
async function runAxe(
  page: Page,
  frame: Frame,
  runOnly: NonNullable<RunOptions['runOnly']>,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
  }
  // While a modal dialog is open, the page behind it is inert.
  const isModal = (await page.locator(MODAL).count()) > 0;
  const without = frame === 'header' ? ['footer'] : frame ? [] : FRAME;
  const within = isModal ? { include: [MODAL] } : { exclude: without };
  return page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<AxeResults> };
      };
      const { violations } = await axe.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { context: within, options: { runOnly, resultTypes: ['violations'], iframes: false } },
  );
}

export async function resize(page: Page, width: number, text = '100%'): Promise<void> {
  await page.setViewportSize({ width, height: PHONE.height });
  await page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    await new Promise(requestAnimationFrame);
  }, text);
}
