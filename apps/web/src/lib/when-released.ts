import { useEffect } from 'react';

/** The click comes a moment after the finger is up, and goes to what is there by then; or it does not come. */
const CLICK_MS = 300;

const pressing = new Set<number>();
let waiting: (() => void)[] = [];

function letGo(): void {
  if (pressing.size === 0) {
    const calls = waiting;
    waiting = [];
    calls.forEach((call) => call());
  }
}

/**
 * Calls back when nobody presses anything on the page: at once, or after the click that the press
 * becomes. For what moves the page by itself: a row that moves away from under a finger is not
 * pressed, or another one is in its place. Presses are known while `useWatchedPresses` is in use.
 */
export function whenReleased(call: () => void): void {
  waiting.push(call);
  letGo();
}

/** Keeps an eye on presses, for `whenReleased`. */
export function useWatchedPresses(): void {
  useEffect(() => {
    const watched = new AbortController();
    const options = { signal: watched.signal, capture: true, passive: true };
    const onDown = ({ pointerId }: PointerEvent) => pressing.add(pointerId);
    const onUp = ({ pointerId }: PointerEvent) =>
      setTimeout(() => {
        pressing.delete(pointerId);
        letGo();
      }, CLICK_MS);
    // Once it has had its effect.
    const onClick = () => setTimeout(forget);
    const forget = () => {
      pressing.clear();
      letGo();
    };
    window.addEventListener('pointerdown', onDown, options);
    window.addEventListener('pointerup', onUp, options);
    window.addEventListener('pointercancel', onUp, options);
    window.addEventListener('click', onClick, options);
    // Of a press that ends in another window nothing more is heard.
    window.addEventListener('blur', forget, options);
    return () => {
      watched.abort();
      forget();
    };
  }, []);
}
