import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { brokenLayout } from './broken-layout.js';
import type { Stage } from './stage.js';
import type { WatchedPage } from './watched-page.js';

const PHONE = { width: 390, height: 844 };

/** Header and footer, which are the same on each page. */
const FRAME = ['#app > header', '#app > footer'];

/** What a look at a page takes in. */
interface Look {
  /** Whether axe looks at the desktop by night, too, or only its layout is measured. */
  readonly night?: 'axe' | 'layout';
  /** Whether axe looks at header and footer, too: once for all pages of a visit is enough. */
  readonly frame?: boolean;
}

/** What axe finds in what a page shows now. */
export function violationsOf(page: Page, frame = true): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return found(axeOf(page, frame).withTags(tags));
}

/** The rules whose result depends on colours and width, for a page that axe has seen before. */
export function faintOrSmall(page: Page, frame = true): Promise<string[]> {
  return found(axeOf(page, frame).withRules(['color-contrast', 'target-size']));
}

/** A page on a phone by day, whose theme follows the system. */
export async function openOnPhone(stage: Stage): Promise<WatchedPage> {
  const watched = await stage.newPage({ viewport: PHONE, colorScheme: 'light' });
  const url = stage.server.url;
  await watched.page.context().addCookies([{ name: 'theme', value: 'auto', url }]);
  return watched;
}

/**
 * What is wrong with what a page of `openOnPhone` shows: there, at 320, in text of twice the size,
 * and on a desktop by night. Leaves the page on the phone by day.
 */
export async function barriersOf(
  page: Page,
  { night = 'axe', frame = true }: Look = {},
): Promise<string[]> {
  const found: Record<string, string[]> = { 'on a phone': await violationsOf(page, frame) };
  await resize(page, 320);
  found['at 320'] = await page.evaluate(brokenLayout);
  await resize(page, PHONE.width, '200%');
  found['in large text'] = await page.evaluate(brokenLayout);
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(page, 1280);
  found['on a desktop'] =
    night === 'axe' ? await faintOrSmall(page, frame) : await page.evaluate(brokenLayout);
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, PHONE.width);
  return Object.entries(found).flatMap(([where, what]) => what.map((it) => `${where}: ${it}`));
}

/**
 * Axe within the page. Otherwise it hands all that it has looked at to a second page that it opens,
 * for the sake of frames of other sites; our pages have none.
 */
function axeOf(page: Page, frame: boolean): AxeBuilder {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  return frame ? axe : FRAME.reduce((narrower, part) => narrower.exclude(part), axe);
}

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Gives a page another width, and its texts another size. */
export async function resize(page: Page, width: number, text = '100%'): Promise<void> {
  await page.setViewportSize({ width, height: PHONE.height });
  await page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    await new Promise(requestAnimationFrame);
  }, text);
}
