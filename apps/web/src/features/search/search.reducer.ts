import { type SearchUpdate, withLateFacts } from '@dipper/client';
import type { SearchHint, SearchWaiting } from '@dipper/contract';
import type { Found, FoundList, FoundResult } from '../../entities/media/handover/handover.js';
import type { NextStep } from './search-failure.js';

/** A failed search with its next step. */
export interface Failed {
  readonly link: string;
  /** The link with the text around it. */
  readonly text: string;
  readonly step: NextStep;
}

/** The position of a search in line, both now and when it joined. */
interface InLine extends Pick<SearchWaiting, 'place' | 'seconds'> {
  readonly first: Pick<SearchWaiting, 'place' | 'seconds'>;
}

/** Shared by all states that can be reached from a list's entry. */
interface FromList {
  /** The list that the link was chosen from, which the visitor can return to. */
  readonly from?: FoundList | undefined;
}

/** A running search. */
export interface SearchSoFar extends FromList {
  readonly phase: 'loading';
  readonly link: string;
  readonly hint: SearchHint | null;
  /** Null if the search is not waiting in line. */
  readonly line: InLine | null;
}

/** The state of a search (specification §4, "Search"). `error` is ready to display. */
export type SearchState =
  | { readonly phase: 'idle' }
  | SearchSoFar
  /** The text was refused, so nothing was requested. */
  | { readonly phase: 'error'; readonly error: string; readonly failed?: undefined }
  | ({ readonly phase: 'error'; readonly error: string; readonly failed: Failed } & FromList)
  | (FoundResult & {
      readonly phase: 'result';
      /** False when the visitor returned to this result, so the page does not scroll. */
      readonly isNew: boolean;
      /** True while facts and sizes may still arrive. */
      readonly asksSizes: boolean;
    })
  | (FoundList & { readonly phase: 'list'; readonly isNew: boolean });

export type SearchEvent =
  | { readonly type: 'submitted'; readonly link: string; readonly from?: FoundList | undefined }
  | { readonly type: 'updated'; readonly link: string; readonly update: SearchUpdate }
  /** No further update will come. */
  | { readonly type: 'ended'; readonly link: string }
  | {
      readonly type: 'failed';
      readonly link: string;
      readonly text: string;
      readonly error: string;
      readonly step: NextStep;
    }
  | { readonly type: 'refused'; readonly error: string }
  /** The visitor returned to an earlier result. `isNew` is as in `SearchState`. */
  | { readonly type: 'returned'; readonly found: Found; readonly isNew: boolean }
  | { readonly type: 'typed' }
  | { readonly type: 'cleared' };

export const IDLE: SearchState = { phase: 'idle' };

/**
 * Returns the state that shows a result.
 * @param isNew false if the visitor returned to it
 */
export function shownAgain(found: Found, isNew: boolean): SearchState {
  return 'info' in found
    ? { ...found, phase: 'result', isNew, asksSizes: false }
    : { ...found, phase: 'list', isNew };
}

/**
 * Computes the next state of a search. Late replies for a link that is no longer current are
 * ignored.
 */
export function searchReducer(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'submitted':
      return { phase: 'loading', link: event.link, hint: null, line: null, from: event.from };
    case 'updated':
      return 'link' in state && state.link === event.link
        ? applyUpdate(state, event.update)
        : state;
    case 'ended':
      return state.phase === 'result' && state.link === event.link
        ? { ...state, asksSizes: false }
        : state;
    case 'failed':
      return state.phase === 'loading' && state.link === event.link
        ? {
            phase: 'error',
            error: event.error,
            failed: { link: event.link, text: event.text, step: event.step },
            from: state.from,
          }
        : state;
    case 'refused':
      return { phase: 'error', error: event.error };
    case 'returned':
      return shownAgain(event.found, event.isNew);
    case 'typed':
      return state.phase === 'error' ? IDLE : state;
    case 'cleared':
      return IDLE;
  }
}

type Searched = Extract<SearchState, { link: string }>;

function applyUpdate(state: Searched, update: SearchUpdate): SearchState {
  if (state.phase === 'list') {
    return state;
  }
  if (state.phase === 'result') {
    switch (update.type) {
      case 'facts':
      case 'sizes':
        return { ...state, info: withLateFacts(state.info, update) };
      default:
        return state;
    }
  }
  switch (update.type) {
    case 'waiting': {
      const { place, seconds } = update;
      const first = state.line?.first ?? { place, seconds };
      return { ...state, line: { place, seconds, first } };
    }
    case 'reading':
      return { ...state, line: null };
    case 'hint':
      return { ...state, hint: update };
    case 'result':
      return {
        phase: 'result',
        link: state.link,
        info: update.info,
        isNew: true,
        asksSizes: true,
        from: state.from,
      };
    case 'list':
      return { phase: 'list', link: state.link, list: update.list, isNew: true };
    case 'facts':
    case 'sizes':
      return state;
  }
}

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
