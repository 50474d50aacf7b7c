import { setTimeout as delay } from 'node:timers/promises';
import { MB, memoryOf, merge } from './harness/measure.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'a server with the embedded database: its first start and its memory';

export async function run(stage: Stage): Promise<Row[]> {
  // During the pause, a server frees the memory that it needed to start.
  const [merges, bytes, pauseMs] = stage.quick ? [1, 5 * MB, 0] : [20, 20 * MB, 5000];
  const origin = await stage.origin({ bigBytes: bytes });
  const { url, pid, startSeconds } = await stage.server();
  await delay(pauseMs);
  const started = memoryOf(pid);
  for (let count = 0; count < merges; count += 1) {
    await merge(url, `${origin.url}/dash/big.mpd?merge=${count}`);
  }
  await delay(pauseMs);
  const merged = memoryOf(pid);
  const noteOf = ({ own }: { own: number }) => ({ note: `${shown(own)} MB without mapped files` });
  const values = { ours: merged.resident, 'after the start': started.resident };
  return [
    row('first start on an empty folder', 's', { ours: startSeconds }),
    row('memory after the start', 'MB', { ours: started.resident }, noteOf(started)),
    row(`memory after ${merges} merges of ${bytes / MB} MB`, 'MB', values, noteOf(merged)),
    row('memory at the peak', 'MB', { ours: merged.peak }),
  ];
}
