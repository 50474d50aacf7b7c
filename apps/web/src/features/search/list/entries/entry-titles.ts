import { LIMITS, type ListEntry, type PagePreview, pagePreviewSchema } from '@dipper/contract';
import { useCallback, useMemo } from 'react';
import { callApi } from '../../../../lib/api/api-client.js';
import { createStore, useStore } from '../../../../lib/state/store.js';
import { useSite } from '../../../../site/site.js';

/** How many titles are requested at once. Reading a page costs the server as much as a search. */
const AT_ONCE = 2;

/** How many entries' metadata is kept: twice the length of the longest list. */
const MOST = 2 * LIMITS.listEntries;

/** The metadata of pasted pages, fetched one by one; null while it is pending or unknown. */
const found = createStore<ReadonlyMap<string, PagePreview | null>>(new Map());

function note(url: string, preview: PagePreview | null): void {
  found.set(new Map([...found.get(), [url, preview] as const].slice(-MOST)));
}

/** Returns a function that runs calls, `most` at a time, and ignores their failures. */
function createLanes(most: number): (call: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  const goOn = () => {
    const next = running < most ? waiting.shift() : undefined;
    if (next !== undefined) {
      running += 1;
      void next()
        .catch(() => undefined)
        .finally(() => {
          running -= 1;
          goOn();
        });
    }
  };
  return (call) => {
    waiting.push(call);
    goOn();
  };
}

const inLane = createLanes(AT_ONCE);

function withPreview(entry: ListEntry, preview: PagePreview): ListEntry {
  const { title, thumbnail_url, thumbnail_grant, uploader, duration } = preview;
  const picture = entry.thumbnail_url === null ? { thumbnail_url, thumbnail_grant } : null;
  return {
    ...entry,
    title,
    ...picture,
    uploader: entry.uploader ?? uploader,
    duration: entry.duration ?? duration,
  };
}

/**
 * Returns the entries, updated with titles that have since arrived, and a callback that requests
 * the title of a visible entry.
 */
export function useEntryTitles(entries: readonly ListEntry[]): {
  readonly entries: readonly ListEntry[];
  readonly onSeen: (url: string) => void;
} {
  const { preview: endpoint } = useSite().config.api.endpoints;
  const known = useStore(found, found.get());
  const onSeen = useCallback(
    (url: string) => {
      if (found.get().has(url)) {
        return;
      }
      note(url, null);
      // Without a title, the row shows the URL.
      inLane(async () => {
        note(url, await callApi(`${endpoint}?url=${encodeURIComponent(url)}`, pagePreviewSchema));
      });
    },
    [endpoint],
  );
  const titled = useMemo(
    () =>
      entries.map((entry) => {
        const preview = entry.title === null ? known.get(entry.url) : null;
        return preview ? withPreview(entry, preview) : entry;
      }),
    [entries, known],
  );
  return { entries: titled, onSeen };
}
