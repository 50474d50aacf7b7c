import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLink } from './check-link.js';
import { searchFailure } from './search-failure.js';
import { IDLE, searchReducer, type SearchState } from './search.reducer.js';

/** The schemas of the reply are heavy and needed only by those who search: loaded with the first use. */
const loadSearch = () => import('./search-video.js');
const loadResult = () => import('./result-card.js');

export interface Search {
  readonly state: SearchState;
  /** The visitor is about to search. */
  readonly prepare: () => void;
  /** Checks the text and asks the server for its formats; a running question is dropped. */
  readonly submit: (text: string) => void;
  /** The visitor changed the text: an error no longer fits. */
  readonly typed: () => void;
  readonly clear: () => void;
}

/** The search of the home page. */
export function useSearch(): Search {
  const { t } = useTranslation('messages');
  const [state, dispatch] = useReducer(searchReducer, IDLE);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const prepare = useCallback(() => {
    Promise.all([loadSearch(), loadResult()]).catch(() => undefined);
  }, []);
  const submit = useCallback(
    (text: string) => {
      running.current?.abort();
      const checked = checkLink(text);
      if (!checked.ok) {
        dispatch({ type: 'refused', error: t(checked.message) });
        return;
      }
      const { link } = checked;
      const controller = new AbortController();
      running.current = controller;
      dispatch({ type: 'submitted', link });
      prepare();
      const found = loadSearch().then((search) =>
        search.searchVideo(text.trim(), controller.signal),
      );
      found.then(
        (info) => dispatch({ type: 'found', link, info }),
        (error: unknown) => {
          if (!controller.signal.aborted) {
            const failure = searchFailure(error);
            const sentence = 'sentence' in failure ? failure.sentence : t(failure.message);
            dispatch({ type: 'failed', link, error: sentence });
          }
        },
      );
    },
    [t, prepare],
  );
  const typed = useCallback(() => dispatch({ type: 'typed' }), []);
  const clear = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'cleared' });
  }, []);
  return { state, prepare, submit, typed, clear };
}
