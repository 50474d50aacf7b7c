import type { CreateTaskReply } from '@dipper/contract';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lateErrorWords } from '../../i18n/late-error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { ApiFailure } from '../api/api-failure.js';
import { createTask, type Wished } from './create-task.js';

/** Wishes of one place on a page. */
export interface Wishing {
  /** Which one is being kept; null while none is. */
  readonly busy: string | null;
  /** Why the last one could not be; null where nothing went wrong. */
  readonly error: string | null;
  /**
   * Keeps a wish, and leads to the page that makes it; while one is being kept nothing happens.
   * @param name tells the wishes of the place apart
   */
  readonly make: (name: string, wished: Wished, pathOf: (task: CreateTaskReply) => string) => void;
}

/** Makes wishes of what a page shows, one at a time: a second press is no second task. */
export function useWish(): Wishing {
  const { t, i18n } = useTranslation('wishes');
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );

  const make = useCallback<Wishing['make']>(
    (name, wished, pathOf) => {
      if (running.current !== null) {
        return;
      }
      const controller = new AbortController();
      running.current = controller;
      setBusy(name);
      setError(null);
      const run = async () => {
        try {
          const path = pathOf(await createTask(wished, controller.signal));
          if (!controller.signal.aborted) {
            // Busy until the next page is there.
            startTransition(() => void navigate(path));
          }
        } catch (failure) {
          const reply = failure instanceof ApiFailure ? failure.reply : {};
          const words = await lateErrorWords(reply, i18n);
          if (!controller.signal.aborted) {
            running.current = null;
            setBusy(null);
            setError(words ?? t('failed'));
          }
        }
      };
      void run();
    },
    [i18n, navigate, t],
  );
  return { busy, error, make };
}
