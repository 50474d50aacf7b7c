import { API, waveformSchema } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/api/api-client.js';

/** Ids need no encoding; of a media URL that looks alike the rest may be anything. */
const FILE = /\/api\/download\/file\/([\w-]+)(?:[?#]|$)/;

/** The task whose finished file an address is; null for any other. */
export function taskOfFile(src: string): string | null {
  return FILE.exec(src)?.[1] ?? null;
}

/**
 * How loud a finished file is over its length, 0-255; [] before that is known, and where nobody knows.
 *
 * Media that is relayed has none: there is no file to read, and an analyser in the browser would need
 * the sound to pass through an audio context. That is silent for sources without CORS headers, stops
 * on phones when the page goes to the background, and cannot be undone: a drawing is not worth it.
 * @param ready false until the sound itself has what it needs
 */
export function useWaveform(src: string | null, ready: boolean): readonly number[] {
  const [found, setFound] = useState<{ src: string; peaks: readonly number[] } | null>(null);
  const taskId = src === null ? null : taskOfFile(src);
  useEffect(() => {
    if (src === null || taskId === null || !ready) {
      return;
    }
    const left = new AbortController();
    const init = { signal: left.signal, priority: 'low' } as const;
    callApi(API.waveform(taskId), waveformSchema, init).then(
      ({ peaks }) => setFound({ src, peaks }),
      // The bar is plain then.
      () => undefined,
    );
    return () => left.abort();
  }, [src, taskId, ready]);
  return found !== null && found.src === src ? found.peaks : [];
}
