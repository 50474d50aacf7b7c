import { currentConsent, onConsent } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /** Google's queue of ad requests. Its script takes it over once it has loaded. */
    adsbygoogle?: { push: (unit: object) => unknown };
  }
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/**
 * How long to let the layout settle before Google measures the slot (specification §9), in
 * milliseconds.
 */
const PUSH_DELAY_MS = 100;

interface Unit {
  readonly client: string;
  readonly slot: string;
}

function push(place: HTMLElement, { client, slot }: Unit): void {
  const unit = document.createElement('ins');
  // Without an explicit format, Google uses the size of the element.
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
