import { currentConsent, onConsent } from '../../lib/third-parties/consent.js';
import { loadScript } from '../../lib/third-parties/load-script.js';

declare global {
  interface Window {
    /** Google's queue; its script takes it over. */
    adsbygoogle?: { push: (unit: object) => unknown };
  }
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/** After the page has been laid out (specification §9): Google measures the place, milliseconds. */
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

/** Puts an ad of the size of its place there. */
function push(place: HTMLElement, { client, slot }: Unit): void {
  const unit = document.createElement('ins');
  // Without a format Google takes the size that it finds.
  unit.className = 'adsbygoogle block h-full w-full';
  unit.dataset['adClient'] = client;
  unit.dataset['adSlot'] = slot;
  place.append(unit);
  loadOnce(client);
  try {
    const queue = (window.adsbygoogle ??= [] as object[]);
    queue.push({});
  } catch {
    // Theirs: no room, or no place left.
  }
}

/**
 * Fills a place once the visitor allows ads.
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
