import { currentConsent, onConsent } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /** Google's queue, which its script takes over. */
    adsbygoogle?: { push: (unit: object) => unknown };
  }
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/**
 * The delay in which the layout settles, because Google measures the slot (specification §9), in
 * milliseconds.
 */
export const PUSH_DELAY_MS = 100;

interface Unit {
  readonly client: string;
  readonly slot: string;
}

/** Requests an ad of the slot's size. */
function push(place: HTMLElement, { client, slot }: Unit): void {
  const unit = document.createElement('ins');
  // If no format is given, Google uses the size of the element.
  unit.className = 'adsbygoogle block h-full w-full';
  unit.dataset['adClient'] = client;
  unit.dataset['adSlot'] = slot;
  place.append(unit);
  loadScript(`${SCRIPT}?client=${encodeURIComponent(client)}`, { crossorigin: 'anonymous' });
  try {
    const queue = (window.adsbygoogle ??= [] as object[]);
    queue.push({});
  } catch {
    // Google's script throws when a slot has no width or is already filled.
  }
}

/**
 * Fills a slot once the visitor allows ads.
 * @returns a cleanup function
 */
export function fillSlot(place: HTMLElement, unit: Unit): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fill = () => {
    if (currentConsent().ads && timer === undefined) {
      timer = setTimeout(() => push(place, unit), PUSH_DELAY_MS);
    }
  };
  fill();
  const forget = onConsent(fill);
  return () => {
    forget();
    clearTimeout(timer);
  };
}
