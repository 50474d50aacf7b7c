import type { Schema } from '@dipper/client';
import { useEffect, useState } from 'react';
import { callAs } from '../../../entities/session/call-as.js';
import { useChanges } from '../../../entities/session/use-changes.js';
import { useTranslation } from '../../../i18n/use-translation.js';

type Data<T> =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'loaded'; readonly value: T };

export interface AccountData<T> extends ReturnType<typeof useChanges<T>> {
  readonly data: Data<T>;
  readonly change: (next: T) => void;
  readonly reload: () => void;
}

/**
 * Loads data of the signed-in account when the component mounts. `run` sends a change of it to the
 * server; `change` only shows one.
 */
export function useAccountData<T>(path: string, schema: Schema<T>): AccountData<T> {
  const { t } = useTranslation('profile');
  const [data, setData] = useState<Data<T>>({ step: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const change = (value: T) => setData({ step: 'loaded', value });
  const changes = useChanges(change, { sentence: t('api.failed') });
  useEffect(() => {
    const asked = new AbortController();
    callAs(path, schema, { signal: asked.signal }).then(
      (value) => setData({ step: 'loaded', value }),
      (error: unknown) => {
        if (!asked.signal.aborted) {
          setData({ step: 'failed', error });
        }
      },
    );
    return () => asked.abort();
  }, [path, schema, attempt]);
  const reload = () => {
    setData({ step: 'loading' });
    setAttempt(attempt + 1);
  };
  return { data, change, reload, ...changes };
}
