import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds at what a page shows now. */
export function violationsOf(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return found(page, (axe) => axe.withTags(tags));
}

/** What can be another one in other colours and at another width: the rest was seen before. */
export function faintOrSmall(page: Page): Promise<string[]> {
  return found(page, (axe) => axe.withRules(['color-contrast', 'target-size']));
}

/**
 * Axe within the page. Otherwise it hands all that it has looked at to a second page that it opens,
 * for the sake of frames of other sites; our pages have none.
 */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

/** Without motion: what is fading in has too little contrast for a moment. */
async function found(page: Page, rules: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await rules(axeOf(page)).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Gives a page another width, and its texts another size. */
export async function resize(page: Page, width: number, text = '100%'): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    await new Promise(requestAnimationFrame);
  }, text);
}
