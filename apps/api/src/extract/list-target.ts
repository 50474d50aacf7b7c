import type { EntryRef } from './source-info.js';

export interface StoredList {
  readonly entries: readonly EntryRef[];
  readonly total: number | null;
}

export interface ListTarget extends StoredList {
  /** The canonical URL of the page; '' for pasted links. */
  readonly pageUrl: string;
  readonly title: string;
}
