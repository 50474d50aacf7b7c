import type { FoundList } from '../../entities/media/handover/handover.js';
import type { SearchState } from './search.reducer.js';

/** A page's search: its state and what visitors can do. */
export interface Search {
  readonly state: SearchState;
  /** Call when the visitor is about to search. */
  readonly prepare: () => void;
  /** Checks the text and requests its formats; cancels a running search. */
  readonly submit: (text: string) => void;
  /** Requests the formats of a list's entry. */
  readonly pick: (url: string, from: FoundList) => void;
  /** Back from an entry to its list, with the selection unchanged. */
  readonly back: (found: FoundList) => void;
  /** Call when the text changes: clears an error. */
  readonly typed: () => void;
  /** Resets the search, even a running one. */
  readonly clear: () => void;
}
