import { type ListEntry, type PagePreview, pagePreviewSchema } from '@dipper/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { callApi } from '../../../lib/api/api-client.js';
import { useSite } from '../../../lib/site.js';

/** Asked for at the same time: a look at a page costs the server as much as a search. */
const AT_ONCE = 2;

type Found = ReadonlyMap<string, PagePreview | null>;

/** What pages that were pasted are called, found one by one; null while asked for, and where nobody said. */
let found: Found = new Map();
const waiting: (() => Promise<void>)[] = [];
const listeners = new Set<() => void>();
let running = 0;

function note(url: string, preview: PagePreview | null): void {
  found = new Map(found).set(url, preview);
  listeners.forEach((listener) => listener());
}

function goOn(): void {
  const next = running < AT_ONCE ? waiting.shift() : undefined;
  if (next !== undefined) {
    running += 1;
    // A title that does not come is nobody's trouble: the address stands there.
    void next()
      .catch(() => undefined)
      .finally(() => {
        running -= 1;
        goOn();
      });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => found;

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

/** Entries with what was found of them since, and what asks about one that is seen. */
export function useLateTitles(entries: readonly ListEntry[]): {
  readonly entries: readonly ListEntry[];
  readonly onSeen: (url: string) => void;
} {
  const { preview: endpoint } = useSite().config.api.endpoints;
  const known = useSyncExternalStore(subscribe, current, current);
  const onSeen = useCallback(
    (url: string) => {
      if (found.has(url)) {
        return;
      }
      note(url, null);
      waiting.push(async () => {
        note(url, await callApi(`${endpoint}?url=${encodeURIComponent(url)}`, pagePreviewSchema));
      });
      goOn();
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
