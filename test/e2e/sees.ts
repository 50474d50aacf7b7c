import type { Page } from 'playwright-core';
import { comesTrue } from './stage.js';

/** A text that disappears by itself, and a CSS selector for the elements that may show it. */
type Passing = readonly [selector: string, text: string];

/** Elements that show a message. */
export const MESSAGE = '[role=status], [role=alert]';

/** Checks that an action shows texts that are not there before and may disappear by themselves. */
export async function sees(
  page: Page,
  act: () => Promise<unknown>,
  ...passing: readonly Passing[]
): Promise<void> {
  expect(await page.evaluate(watch, passing)).toEqual([]);
  await act();
  await untilAllSeen(page);
}

/**
 * Checks that a document shows texts that may disappear by themselves. The page looks for them in
 * every later document, too.
 */
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
  try {
    await comesTrue(page, () => (window as Partial<Watching>).unseen?.size === 0);
  } catch (cause) {
    const left = await page.evaluate(() => [...((window as Partial<Watching>).unseen ?? [])]);
    throw new Error(`The page did not show ${JSON.stringify(left)}.`, { cause });
  }
}

interface Watching extends Window {
  unseen: Set<Passing>;
}

/**
 * Looks at the page after each of its changes. It runs in the page, so it misses nothing while the
 * test waits for a processor. @returns what is shown already
 */
function watch(passing: readonly Passing[]): readonly Passing[] {
  const unseen = new Set(passing);
  const isShown = ([selector, text]: Passing): boolean =>
    [...document.querySelectorAll<HTMLElement>(selector)].some(
      // `innerText` leaves out hidden text, but is slow, because the browser computes all styles.
      (it) => it.textContent.includes(text) && it.checkVisibility() && it.innerText.includes(text),
    );
  const look = (): void =>
    [...unseen].filter(isShown).forEach((it) => {
      unseen.delete(it);
    });
  const changes = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document, changes);
  Object.assign(window, { unseen });
  return passing.filter(isShown);
}
