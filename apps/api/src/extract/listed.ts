import type { EntryRef } from './source-info.js';

/** What is kept of a list. */
export interface StoredList {
  readonly entries: readonly EntryRef[];
  /** How many the source has; null when it does not say. */
  readonly total: number | null;
}

/** What the id of a list stands for. */
export interface Listed extends StoredList {
  /** The canonical address of its page; '' for links that were pasted together. */
  readonly pageUrl: string;
  readonly title: string;
}
