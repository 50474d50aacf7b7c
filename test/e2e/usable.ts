import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds at what a page shows now. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
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
