import type { SearchHint, SearchSizes, SearchWaiting, VideoInfo } from '@dipper/contract';
import type { Found, FoundList, FoundResult } from './last-result.js';
import type { NextStep } from './steps-by-error.js';
import type { SearchUpdate } from './search-video.js';

/** What was searched for, and what can be done about its failure. */
export interface Failed {
  readonly link: string;
  /** The link with what stood around it. */
  readonly text: string;
  readonly step: NextStep;
}

/** Where a search stands in the line, and where it stood when it got there. */
export interface InLine extends Pick<SearchWaiting, 'place' | 'seconds'> {
  readonly first: Pick<SearchWaiting, 'place' | 'seconds'>;
}

/** What all states have that an entry of a list has led to. */
interface FromList {
  /** The list that the link was picked from: there is a way back to it. */
  readonly from?: FoundList | undefined;
}

/** What is known of a search that runs. */
export interface SearchSoFar extends FromList {
  readonly phase: 'loading';
  readonly link: string;
  readonly hint: SearchHint | null;
  /** Null while nobody is before it. */
  readonly line: InLine | null;
}

/** Where a search is (specification §4, "Search"). `error` is a sentence that is ready to be shown. */
export type SearchState =
  | { readonly phase: 'idle' }
  | SearchSoFar
  | ({ readonly phase: 'error'; readonly error: string; readonly failed?: Failed } & FromList)
  | (FoundResult & {
      readonly phase: 'result';
      /** False where the visitor went back to it: they know where it stands. */
      readonly isNew: boolean;
      /** True while sizes may still come. */
      readonly asksSizes: boolean;
    })
  | (FoundList & { readonly phase: 'list'; readonly isNew: boolean });

export type SearchEvent =
  | { readonly type: 'submitted'; readonly link: string; readonly from?: FoundList | undefined }
  | { readonly type: 'updated'; readonly link: string; readonly update: SearchUpdate }
  /** Nothing more will be heard. */
  | { readonly type: 'ended'; readonly link: string }
  | {
      readonly type: 'failed';
      readonly link: string;
      readonly text: string;
      readonly error: string;
      readonly step: NextStep;
    }
  | { readonly type: 'refused'; readonly error: string }
  /** Back to what was found before. */
  | { readonly type: 'returned'; readonly found: Found }
  | { readonly type: 'typed' }
  | { readonly type: 'cleared' };

export const IDLE: SearchState = { phase: 'idle' };

/** What was found, as it is shown. @param isNew false where the visitor went back to it */
export function shownAgain(found: Found, isNew: boolean): SearchState {
  return 'info' in found
    ? { ...found, phase: 'result', isNew, asksSizes: false }
    : { ...found, phase: 'list', isNew };
}

/** Answers to another link than the one being asked for are late and change nothing. */
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
      return shownAgain(event.found, false);
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
    return update.type === 'sizes'
      ? { ...state, info: withSizes(state.info, update.sizes) }
      : state;
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
    case 'sizes':
      return state;
  }
}

/** The same rows, with sizes that came later. */
function withSizes(info: VideoInfo, sizes: SearchSizes['sizes']): VideoInfo {
  const found = new Map(sizes.map(({ at, ...size }) => [at, size]));
  return { ...info, formats: info.formats.map((format, at) => ({ ...format, ...found.get(at) })) };
}
