import { currentConsent, onConsent } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /** Google's queue; its script takes it over. */
    adsbygoogle?: { push: (unit: object) => unknown };
  }
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/** Delay for the layout to settle, as Google measures the slot (specification §9), milliseconds. */
export const PUSH_DELAY_MS = 100;

let loaded = false;

function loadOnce(client: string): void {
  if (!loaded) {
    loaded = true;
    loadScript(`${SCRIPT}?client=${encodeURIComponent(client)}`, { crossorigin: 'anonymous' });
  }
}

interface Unit {
  readonly client: string;
  readonly slot: string;
}

/** Requests an ad the size of the slot. */
function push(place: HTMLElement, { client, slot }: Unit): void {
  const unit = document.createElement('ins');
  // Without a format Google uses the element's size.
  unit.className = 'adsbygoogle block h-full w-full';
  unit.dataset['adClient'] = client;
  unit.dataset['adSlot'] = slot;
  place.append(unit);
  loadOnce(client);
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
