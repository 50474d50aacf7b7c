import type { EntryRef } from './source-info.js';

export interface StoredList {
  readonly entries: readonly EntryRef[];
  /** The number of entries at the source; null if unknown. */
  readonly total: number | null;
}

/** What the id of a list refers to. */
export interface ListTarget extends StoredList {
  /** The canonical URL of the page; '' for pasted links. */
  readonly pageUrl: string;
  readonly title: string;
}
