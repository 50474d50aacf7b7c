import { createLaterValue } from '../state/later-value.js';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'wheel'] as const;

const sign = createLaterValue<void>();

/** Ends the wait of `firstSign`, for pages that must not wait for a visitor. */
export const noteSign = (): void => sign.set();

/**
 * Resolves when the visitor first moves the pointer, scrolls, presses a key or focuses something.
 * Parts that matter only from then on, such as the footer's links, wait for it, so that a slow
 * connection first loads what makes the page usable.
 */
export function firstSign(): Promise<void> {
  const ended = new AbortController();
  for (const name of SIGNS) {
    const { signal } = ended;
    window.addEventListener(name, noteSign, { capture: true, passive: true, once: true, signal });
  }
  void sign.value.then(() => ended.abort());
  return sign.value;
}
