import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { brokenLayout } from './broken-layout.js';
import type { Stage } from './stage.js';
import type { WatchedPage } from './watched-page.js';

const PHONE = { width: 390, height: 844 };

/** Header and footer, which are the same on each page. */
const FRAME = ['#app > header', '#app > footer'];

/** The scope of a check. */
interface Look {
  /** Whether axe also checks the desktop in dark mode, or only its layout is measured. */
  readonly night?: 'axe' | 'layout';
  /** Whether axe checks header and footer, too: once per visit is enough. */
  readonly frame?: boolean;
}

/** Violations that axe finds in the current page. */
export function violationsOf(page: Page, frame = true): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return found(axeOf(page, frame).withTags(tags));
}

/** Only the rules that depend on colours and width, for a page that axe has already checked. */
export function faintOrSmall(page: Page, frame = true): Promise<string[]> {
  return found(axeOf(page, frame).withRules(['color-contrast', 'target-size']));
}

/** A page on a phone in light mode, whose theme follows the system. */
export async function openOnPhone(stage: Stage): Promise<WatchedPage> {
  const watched = await stage.newPage({ viewport: PHONE, colorScheme: 'light' });
  const url = stage.server.url;
  await watched.page.context().addCookies([{ name: 'theme', value: 'auto', url }]);
  return watched;
}

/**
 * Accessibility faults of a page from `openOnPhone`: on the phone, at 320, with text at twice the
 * size, and on a desktop in dark mode. Leaves the page as it was.
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
 * Axe in legacy mode, within the page: the default passes results to a second page to support
 * cross-origin frames, which our pages do not have.
 */
function axeOf(page: Page, frame: boolean): AxeBuilder {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  return frame ? axe : FRAME.reduce((narrower, part) => narrower.exclude(part), axe);
}

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Sets the width of a page and the size of its texts. */
export async function resize(page: Page, width: number, text = '100%'): Promise<void> {
  await page.setViewportSize({ width, height: PHONE.height });
  await page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    await new Promise(requestAnimationFrame);
  }, text);
}
