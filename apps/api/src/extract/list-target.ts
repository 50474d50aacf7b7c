import type { EntryRef } from './source-info.js';

export interface StoredList {
  readonly entries: readonly EntryRef[];
  /** Number of entries at the source; null when unknown. */
  readonly total: number | null;
}

/** The target of a list's id. */
export interface ListTarget extends StoredList {
  /** The canonical URL of its page; '' for pasted links. */
  readonly pageUrl: string;
  readonly title: string;
}
