/// <reference lib="dom" />

/**
 * @typedef {{ click: number, asked: number, file: number, frame: number }} Seen by the page, epoch milliseconds
 */

/** Runs in the page, before all of its own: notes the click, what is asked for, and the first frame. */
export function watchPage() {
  /** @type {Seen} */
  const moments = { click: NaN, asked: NaN, file: NaN, frame: NaN };
  /** @type {(seen: Seen) => void} */
  let tell = () => undefined;
  const seen = new Promise((resolve) => (tell = resolve));
  Object.assign(window, { seen });
  const now = () => performance.timeOrigin + performance.now();
  addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="/preview"]')) {
        moments.click = performance.timeOrigin + event.timeStamp;
      }
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const at = performance.timeOrigin + startTime;
      if (name.includes('/api/download/start-merge')) {
        moments.asked = at;
      }
    }
  }).observe({ type: 'resource' });
  new MutationObserver(() => {
    const video = document.querySelector('video');
    if (video !== null && video.dataset['watched'] === undefined) {
      video.dataset['watched'] = '';
      const noteFrame = () => {
        moments.frame = now();
        tell(moments);
      };
      video.addEventListener('loadstart', () => (moments.file = now()), { once: true });
      // One that a poster covers presents none before it plays.
      video.addEventListener('loadeddata', noteFrame, { once: true });
      video.requestVideoFrameCallback(noteFrame);
    }
  }).observe(document, { subtree: true, childList: true });
}

/**
 * Runs in the page.
 * @returns {Promise<Seen>} once the first frame is there
 */
export function seenInPage() {
  return /** @type {Window & typeof globalThis & { seen: Promise<Seen> }} */ (window).seen;
}
