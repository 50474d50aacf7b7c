import { firstSign } from '../browser/first-sign.js';
import { lazyComponent, type LazyComponent } from './lazy-component.js';

/** Pauses before retrying code that failed to load, in milliseconds. */
const PAUSE_MS = { first: 2000, longest: 60_000 };

/**
 * Loads code, retrying with growing pauses while `isShown` is true, because the server's HTML stays
 * on the page until the code has loaded.
 * @throws what `load` throws once it is not shown
 */
async function loadPatiently<T>(load: () => Promise<T>, isShown: () => boolean): Promise<T> {
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
    try {
      return await load();
    } catch (error) {
      if (!isShown()) {
        throw error;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    }
  }
}

/**
 * A lazy component for a part of the page that is complete without its code, because it consists of
 * text and links. If the server's HTML is on the page, the code waits until the visitor becomes
 * active (`firstSign`), and React then hydrates the HTML. Otherwise, the code loads with the page.
 *
 * Render it in a Suspense whose element stays the same between renders; otherwise, React would have
 * to hydrate it with the next render and would hide it until its code has loaded.
 * @param id the id of its element
 */
export function laterComponent<Props extends object>(
  id: string,
  load: Parameters<typeof lazyComponent<Props>>[0],
): LazyComponent<Props> {
  const isShown = () => typeof document !== 'undefined' && document.getElementById(id) !== null;
  const { Component, preload } = lazyComponent<Props>(async () => {
    if (isShown()) {
      await firstSign();
    }
    return loadPatiently(load, isShown);
  });
  return { Component, preload: async () => (isShown() ? undefined : preload()) };
}
