import type { Page } from 'playwright-core';
import { comesTrue } from './stage.js';

/** A text that disappears by itself, and a CSS selector for the elements that may show it. */
type Passing = readonly [selector: string, text: string];

/** Elements that show a message. */
export const MESSAGE = '[role=status], [role=alert]';

/** Performs an action that shows texts for a moment, such as toasts, and checks that it does. */
export async function sees(
  page: Page,
  act: () => Promise<unknown>,
  ...passing: readonly Passing[]
): Promise<void> {
  await page.evaluate(watch, passing);
  await act();
  await untilAllSeen(page);
}

/** Opens a document that shows texts for a moment, and checks that it does. */
export async function seesOnArrival(
  page: Page,
  url: string,
  ...passing: readonly Passing[]
): Promise<void> {
  await page.addInitScript(watch, passing);
  await page.goto(url, { waitUntil: 'commit' });
  await untilAllSeen(page);
}

async function untilAllSeen(page: Page): Promise<void> {
  await comesTrue(page, () => (window as Partial<Watching>).unseen?.size === 0);
}

interface Watching extends Window {
  unseen: Set<Passing>;
}

/**
 * Looks at the page after each of its changes. It runs in the page, so it misses nothing while the
 * test waits for a processor.
 */
function watch(passing: readonly Passing[]): void {
  const unseen = new Set(passing);
  const isShown = ([selector, text]: Passing): boolean =>
    [...document.querySelectorAll(selector)].some(
      (it) => it.checkVisibility({ visibilityProperty: true }) && it.textContent.includes(text),
    );
  const look = (): void =>
    [...unseen].filter(isShown).forEach((it) => {
      unseen.delete(it);
    });
  const changes = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document, changes);
  Object.assign(window, { unseen });
  look();
}
