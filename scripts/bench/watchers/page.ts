/// <reference lib="dom" />

/** Times in epoch milliseconds. */
interface Seen {
  click: number;
  asked: number;
  file: number;
  frame: number;
}

/** Runs in the page before its own scripts: notes the click, the requests and the first frame. */
export function watchPage(): void {
  const moments: Seen = { click: NaN, asked: NaN, file: NaN, frame: NaN };
  const now = (): number => performance.timeOrigin + performance.now();
  const seen = new Promise((resolve) => {
    new MutationObserver(() => {
      const video = document.querySelector('video');
      if (video !== null && video.dataset['watched'] === undefined) {
        video.dataset['watched'] = '';
        const noteFrame = (): void => {
          moments.frame = now();
          resolve(moments);
        };
        video.addEventListener('loadstart', () => (moments.file = now()), { once: true });
        // A video behind its poster presents no frame before it plays.
        video.addEventListener('loadeddata', noteFrame, { once: true });
        video.requestVideoFrameCallback(noteFrame);
      }
    }).observe(document, { subtree: true, childList: true });
  });
  Object.assign(window, { seen });
  const noteClick = ({ target, timeStamp }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a[href^="/preview"]')) {
      moments.click = performance.timeOrigin + timeStamp;
    }
  };
  addEventListener('click', noteClick, { capture: true });
  new PerformanceObserver((list) => {
    const start = list.getEntries().find(({ name }) => name.includes('/api/download/start-merge'));
    if (start) {
      moments.asked = performance.timeOrigin + start.startTime;
    }
  }).observe({ type: 'resource' });
}

/** Runs in the page. @returns the times, once the first frame is shown. */
export const seenInPage = (): Promise<Seen> => (window as unknown as { seen: Promise<Seen> }).seen;
