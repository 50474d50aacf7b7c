import { setTimeout as delay } from 'node:timers/promises';
import { MB, memoryOf, merge } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'the first start and the memory of a server';

/** During the pause, a server frees the memory that it needed before. */
const PAUSE_MS = 5000;

interface Work {
  readonly database: 'embedded database' | 'PostgreSQL';
  readonly merges: number;
  readonly bytes: number;
}

export async function run(stage: Stage): Promise<Row[]> {
  const embedded = { database: 'embedded database' } as const;
  if (stage.quick) {
    return measure(stage, { ...embedded, merges: 1, bytes: 5 * MB });
  }
  const large = { merges: 10, bytes: 600 * MB };
  return [
    ...(await measure(stage, { ...embedded, merges: 20, bytes: 20 * MB })),
    ...(await measure(stage, { ...embedded, ...large })).slice(-1),
    ...(await measure(stage, { database: 'PostgreSQL', ...large })).slice(-1),
  ];
}

/** The start of a server, and its memory after that and after merges one after another. */
async function measure(stage: Stage, { database, merges, bytes }: Work): Promise<Row[]> {
  const origin = await stage.origin({ bigBytes: bytes });
  const env = database === 'PostgreSQL' ? await stage.postgres() : {};
  const { url, pid, startSeconds, stop } = await stage.server(env);
  const pauseMs = stage.quick ? 0 : PAUSE_MS;
  await delay(pauseMs);
  const started = memoryOf(pid);
  for (let count = 0; count < merges; count += 1) {
    await merge(url, `${origin.url}/dash/big.mpd?merge=${count}`);
  }
  await delay(pauseMs);
  const merged = memoryOf(pid);
  await stop();
  const unmapped = ({ own }: typeof merged): string => `${shown(own)} MB without mapped files`;
  const what = `memory after ${merges} merges of ${bytes / MB} MB, ${database}`;
  const values = { ours: merged.resident, 'after the start': started.resident };
  return [
    row('first start on an empty folder', 's', { ours: startSeconds }),
    row('memory after the start', 'MB', { ours: started.resident }, { note: unmapped(started) }),
    row(what, 'MB', values, { note: `peak ${shown(merged.peak)} MB, ${unmapped(merged)}` }),
  ];
}
