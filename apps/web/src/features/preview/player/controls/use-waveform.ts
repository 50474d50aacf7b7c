import { API, waveformSchema } from '@dipper/contract';
import { callApi } from '../../../../lib/api/api-client.js';
import { useLoaded } from '../../../../lib/react/use-loaded.js';

const NO_PEAKS: readonly number[] = [];

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
 * media has none, because the server has no file to read. Analyzing it in the browser would require
 * an AudioContext, which is silent for sources without CORS headers, stops on phones when the page
 * goes to the background, and cannot be removed again. That is too high a price for a drawing.
 * @param ready false until the audio itself has loaded
 */
export function useWaveform(src: string | null, ready: boolean): readonly number[] {
  const taskId = src === null ? null : taskOfFile(src);
  // Without a waveform, the bar stays plain.
  const found = useLoaded(ready ? taskId : null, (id, signal) =>
    callApi(API.waveform(id), waveformSchema, { signal, priority: 'low' }),
  );
  return found?.peaks ?? NO_PEAKS;
}
