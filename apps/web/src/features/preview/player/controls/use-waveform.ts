import { API, waveformSchema } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../../../lib/api/api-client.js';

/**
 * Matches only URLs of finished files, because the URLs of other media can end in anything. Task
 * ids need no decoding.
 */
const FILE = /\/api\/download\/file\/([\w-]+)(?:[?#]|$)/;

/** Returns the id of the task whose file a URL points to; null for other URLs. */
export function taskOfFile(src: string): string | null {
  return FILE.exec(src)?.[1] ?? null;
}

/**
 * Returns the waveform of a finished file, 0-255; [] while it loads or if there is none. Relayed
 * media has none, because the server has no file to read. Analysing it in the browser would require
 * an AudioContext, which is silent for sources without CORS headers, stops on phones when the page
 * goes to the background, and cannot be undone. That is too high a price for a drawing.
 * @param ready false until the audio itself has loaded
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
      // Without a waveform, the bar stays plain.
      () => undefined,
    );
    return () => left.abort();
  }, [src, taskId, ready]);
  return found !== null && found.src === src ? found.peaks : [];
}
