import { useEffect } from 'react';

/** A click follows the release within this time or not at all, milliseconds. */
const CLICK_MS = 300;

const down = new Set<number>();
let held = false;
let waiting: (() => void)[] = [];

function runWaiting(): void {
  if (!held) {
    const calls = waiting;
    waiting = [];
    calls.forEach((call) => call());
  }
}

/**
 * Calls back when nothing on the page is pressed: at once, or after the current press has become a
 * click. For layout changes that the visitor did not ask for: if a row moves under a finger, the
 * click is lost or hits its neighbour. Presses are tracked while `useWatchedPresses` is mounted.
 */
export function whenReleased(call: () => void): void {
  waiting.push(call);
  runWaiting();
}

/** Tracks presses, for `whenReleased`. */
export function useWatchedPresses(): void {
  useEffect(() => {
    const watched = new AbortController();
    const options = { signal: watched.signal, capture: true, passive: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      down.clear();
      held = false;
      runWaiting();
    };
    const releaseAfter = (ms?: number) => {
      clearTimeout(timer);
      timer = setTimeout(release, ms);
    };
    const onDown = ({ pointerId, button }: PointerEvent) => {
      // A context menu may swallow the release of its button.
      if (button === 0) {
        clearTimeout(timer);
        down.add(pointerId);
        held = true;
      }
    };
    const onUp = ({ pointerId }: PointerEvent) => {
      if (down.delete(pointerId) && down.size === 0) {
        releaseAfter(CLICK_MS);
      }
    };
    window.addEventListener('pointerdown', onDown, options);
    window.addEventListener('pointerup', onUp, options);
    window.addEventListener('pointercancel', onUp, options);
    // After the handlers of the click.
    window.addEventListener('click', () => releaseAfter(), options);
    // The release may happen in another window. Not captured: every press that moves the focus blurs
    // an element.
    window.addEventListener('blur', release, { signal: watched.signal });
    return () => {
      watched.abort();
      release();
    };
  }, []);
}
