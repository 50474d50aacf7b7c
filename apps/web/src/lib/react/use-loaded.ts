import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads a value for a key.
 * @param key the key; null to load nothing
 * @param load a function whose signal is aborted when the key changes, and whose failures are
 * ignored
 * @returns the value; null until it has loaded, and after a failure
 */
export function useLoaded<T>(
  key: string | null,
  load: (key: string, signal: AbortSignal) => Promise<T>,
): T | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const start = useEffectEvent(load);
  useEffect(() => {
    if (key === null) {
      return;
    }
    const controller = new AbortController();
    start(key, controller.signal).then(
      (value) => setKnown({ key, value }),
      () => undefined,
    );
    return () => controller.abort();
  }, [key]);
  return known !== null && known.key === key ? known.value : null;
}
