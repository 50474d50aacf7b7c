import type { Found, FoundList } from '../../entities/media/handover/handover.js';
import type { SearchState } from './search.reducer.js';

/** A page's search: its state and the visitor's actions. */
export interface Search {
  readonly state: SearchState;
  /** Call this when the visitor is about to search. */
  readonly prepare: () => void;
  /** Checks the text and requests the formats of its link. Cancels a running search. */
  readonly submit: (text: string) => void;
  /** Requests the formats of an entry in a list. */
  readonly pick: (url: string, from: FoundList) => void;
  /** Returns from an entry to its list, with the selection unchanged. */
  readonly back: (found: FoundList) => void;
  /** Shows the last result again at the visitor's request. */
  readonly show: (found: Found) => void;
  /** Call this when the text changes. It clears an error. */
  readonly typed: () => void;
  /** Resets the search, even if it is running. */
  readonly clear: () => void;
}
