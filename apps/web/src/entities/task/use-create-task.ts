import { ApiFailure, createTask, type TaskRequest } from '@dipper/client';
import type { CreateTaskReply } from '@dipper/contract';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadErrorWords } from '../../i18n/errors/load-error-words.js';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { send } from '../../lib/api/api-client.js';
import type { EntryState } from '../../site/entry-state.js';

/** The last request of one part of a page. */
type Creating =
  | { readonly phase: 'idle' }
  | { readonly phase: 'busy'; readonly name: string }
  | { readonly phase: 'failed'; readonly name: string; readonly error: string };

/** Requests made by one part of a page. */
export interface CreatingTask {
  readonly creating: Creating;
  /**
   * Submits a request and opens its preview. Ignored while another one is being submitted.
   * @param name the name that identifies the request within this part of the page
   */
  readonly make: (
    name: string,
    wished: TaskRequest,
    pathOf: (task: CreateTaskReply) => string,
    state?: EntryState,
  ) => void;
}

/** Submits requests one at a time, so that a double click does not create two tasks. */
export function useCreateTask(): CreatingTask {
  const { t, i18n } = useTranslation('extras');
  const navigate = useNavigate();
  const [creating, setCreating] = useState<Creating>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );

  const make = useCallback<CreatingTask['make']>(
    (name, wished, pathOf, state) => {
      if (running.current !== null) {
        return;
      }
      const controller = new AbortController();
      running.current = controller;
      setCreating({ phase: 'busy', name });
      const run = async () => {
        try {
          const path = pathOf(await createTask(send, wished, controller.signal));
          if (!controller.signal.aborted) {
            // The request counts as running until the next page has rendered.
            startTransition(() => navigate(path, { state }));
          }
        } catch (failure) {
          const reply = failure instanceof ApiFailure ? failure.reply : {};
          // These texts may not have been loaded yet.
          await loadMoreTexts(i18n, ['extras']).catch(() => undefined);
          const words = await loadErrorWords(reply, i18n);
          if (!controller.signal.aborted) {
            running.current = null;
            setCreating({ phase: 'failed', name, error: words ?? t('failed') });
          }
        }
      };
      void run();
    },
    [i18n, navigate, t],
  );
  return { creating, make };
}
