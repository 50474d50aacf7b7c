import { ApiFailure } from '@dipper/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useErrorWords } from '../../../i18n/errors/error-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { searchLink } from '../../../entities/media/handover/search-link.js';
import { usePreviewParts } from '../preview-context.js';
import { useShownQuery } from '../address/shown-media.js';
import { noteFetched } from './fetched-paths.js';
import { useFormatWords } from '../file/use-file-words.js';

/**
 * The state of a renewal. `place` is the position in line, from 1; it is null while the server
 * reads the page.
 */
type FetchState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly place: number | null }
  | { readonly phase: 'failed'; readonly sentence: string; readonly againInSeconds: number };

const IDLE: FetchState = { phase: 'idle' };

export interface FetchingAgain {
  readonly state: FetchState;
  readonly fetch: () => void;
  readonly cancel: () => void;
}

/**
 * Returns the message for a page that could not be read again, using the server's if there is one.
 */
function useFailureWords(): (error: unknown) => string {
  const { t } = useTranslation('preview');
  const wordsOf = useErrorWords();
  return (error) => {
    const said = error instanceof ApiFailure && error.kind === 'http' ? wordsOf(error.reply) : null;
    return (
      said ||
      t(error instanceof ApiFailure && error.kind !== 'network' ? 'again.failed' : 'again.noAnswer')
    );
  };
}

/** Replaces this page with the new task, or with the other formats if the format is gone. */
function useArrive(): (path: string | null) => void {
  const { t } = useTranslation('preview');
  const { source_url: source = '' } = useShownQuery();
  const navigate = useNavigate();
  const { toast } = usePreviewParts();
  const format = useFormatWords();
  return (path) => {
    if (path !== null) {
      noteFetched(path);
      navigate(path, { replace: true });
      return;
    }
    toast({
      kind: 'status',
      text: format === '' ? t('again.goneUnnamed') : t('again.gone', { format }),
    });
    const { to, state } = searchLink(source);
    navigate(to, { state });
  };
}

/** Reads the source page again to renew this page's format, one request at a time. */
export function useFetchAgain(): FetchingAgain {
  const query = useShownQuery();
  const { fetchAgain } = usePreviewParts();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  const wordsOf = useFailureWords();
  const arrive = useArrive();

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const read = async ({ signal }: AbortController) => {
    const say = (next: FetchState) => !signal.aborted && setState(next);
    try {
      const path = await fetchAgain(query, signal, (place) => say({ phase: 'reading', place }));
      if (!signal.aborted) {
        arrive(path);
      }
    } catch (error) {
      const { retryAfterSeconds: againInSeconds = 0 } =
        error instanceof ApiFailure ? error.reply : {};
      say({ phase: 'failed', sentence: wordsOf(error), againInSeconds });
    } finally {
      if (!signal.aborted) {
        running.current = null;
      }
    }
  };
  const fetch = () => {
    if (running.current === null) {
      running.current = new AbortController();
      setState({ phase: 'reading', place: null });
      void read(running.current);
    }
  };
  const cancel = () => {
    stop();
    setState(IDLE);
  };
  return { state, fetch, cancel };
}
