import type { VideoInfo } from '@dipper/contract';

/** A search that was refused for want of room. */
export interface Again {
  /** What was searched for. */
  readonly text: string;
  /** How long to wait before the next try. */
  readonly seconds: number;
}

/** Where a search is (specification §4, "Search"). `error` is a sentence that is ready to be shown. */
export type SearchState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly link: string }
  | { readonly phase: 'error'; readonly error: string; readonly again?: Again }
  | {
      readonly phase: 'result';
      readonly link: string;
      readonly info: VideoInfo;
      /** False where the visitor went back to it: they know where it stands. */
      readonly isNew: boolean;
    };

export type SearchEvent =
  | { readonly type: 'submitted'; readonly link: string }
  | { readonly type: 'found'; readonly link: string; readonly info: VideoInfo }
  | {
      readonly type: 'failed';
      readonly link: string;
      readonly error: string;
      readonly again?: Again | undefined;
    }
  | { readonly type: 'refused'; readonly error: string }
  | { readonly type: 'typed' }
  | { readonly type: 'cleared' };

export const IDLE: SearchState = { phase: 'idle' };

/** Answers to another link than the one being asked for are late and change nothing. */
export function searchReducer(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'submitted':
      return { phase: 'loading', link: event.link };
    case 'found':
      return state.phase === 'loading' && state.link === event.link
        ? { phase: 'result', link: event.link, info: event.info, isNew: true }
        : state;
    case 'failed':
      return state.phase === 'loading' && state.link === event.link
        ? { phase: 'error', error: event.error, ...(event.again && { again: event.again }) }
        : state;
    case 'refused':
      return { phase: 'error', error: event.error };
    case 'typed':
      return state.phase === 'error' ? IDLE : state;
    case 'cleared':
      return IDLE;
  }
}
