import type { Schema } from '@dipper/client';
import { useEffect, useState } from 'react';
import { callAs } from '../../../entities/session/call-as.js';

type Data<T> =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'loaded'; readonly value: T };

export interface AccountData<T> {
  readonly data: Data<T>;
  readonly change: (next: T) => void;
  readonly reload: () => void;
}

/** Loads data of the signed-in account when the component mounts. */
export function useAccountData<T>(path: string, schema: Schema<T>): AccountData<T> {
  const [data, setData] = useState<Data<T>>({ step: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const change = (value: T) => setData({ step: 'loaded', value });
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
  return { data, change, reload };
}
