import type { ListInfo, VideoInfo } from '@dipper/contract';
import { tabStore } from '../../../lib/browser/browser-store.js';
import { createStore, useStore } from '../../../lib/state/store.js';

/** A list found at a link, or made from several links. */
export interface FoundList {
  readonly link: string;
  readonly list: ListInfo;
}

/** The result of a search, kept while this tab stays on the site. */
export interface FoundResult {
  readonly link: string;
  readonly info: VideoInfo;
  /** The list that the item was chosen from. */
  readonly from?: FoundList | undefined;
}

export type Found = FoundResult | FoundList;

/** The format of an earlier download, as stored in the history. */
export interface EarlierFormat {
  readonly url: string;
  readonly isAudio: boolean;
  /** "1080p", "MP3 192 kbps"; null if unknown. */
  readonly quality: string | null;
}

/** A clip that exceeded its item. The clip maker suggests another range. */
export interface RefusedClip {
  /** The source page of the item. */
  readonly url: string;
  /** The refused range, in seconds. */
  readonly start: number;
  readonly end: number;
  /** The item's duration as measured by the server, in seconds; null if unknown. */
  readonly seconds: number | null;
}

interface LeftResult {
  readonly found: Found;
  /** Path of the page that shows the result. */
  readonly page: string;
  /** When the result was found (`steadyMs`). */
  readonly atMs: number;
}

/** What pages in this tab leave for each other (see README.md, also for what is elsewhere). */
interface Handover {
  /** The last result, so that the preview can lead back to it. */
  readonly result: LeftResult | null;
  /** The results of earlier visits, newest first. Back may lead to them. */
  readonly earlier: readonly LeftResult[];
  /** The format to recommend in the next result for its page. */
  readonly format: EarlierFormat | null;
  /** The clip for which the next result of its page opens the clip maker. */
  readonly clip: RefusedClip | null;
  /**
   * A link for the form whose formats are outdated (specification §4, "Retry"). Only in session
   * storage, as the specification requires.
   */
  readonly refresh: string | null;
}

/** Survives a reload. So does `result`: see last-result-storage.ts. */
const REFRESH_KEY = 'refresh-extract-url';

const NOTHING: Omit<Handover, 'refresh'> = {
  result: null,
  earlier: [],
  format: null,
  clip: null,
};

const record = createStore(NOTHING);

/** Returns everything that has been left so far. */
export function handover(): Handover {
  return { ...record.get(), refresh: tabStore.readText(REFRESH_KEY) };
}

/**
 * Returns the last result, and re-renders when it changes. After a reload, it is restored only
 * after the page has rendered (last-result-storage.ts).
 */
export function useLeftResult(): Handover['result'] {
  return useStore(record, NOTHING).result;
}

/** Leaves something for the next page, or removes it if the value is null. */
export function leave({ refresh, ...rest }: Partial<Handover>): void {
  record.set({ ...record.get(), ...rest });
  if (refresh === null) {
    tabStore.forget(REFRESH_KEY);
  } else if (refresh !== undefined) {
    tabStore.writeText(REFRESH_KEY, refresh);
  }
}

/** Returns the link left for the form and removes it; '' if there is none. */
export function takeRefresh(): string {
  const { refresh } = handover();
  leave({ refresh: null });
  return refresh ?? '';
}
