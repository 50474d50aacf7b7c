import { setTimeout as delay } from 'node:timers/promises';
import { MB, memoryOf, merge } from './harness/measure.js';
import type { Env, Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'the first start and the memory of a server';

/** During the pause, a server frees the memory that it needed before. */
const PAUSE_MS = 5000;

export async function run(stage: Stage): Promise<Row[]> {
  const small: Work = stage.quick ? { merges: 1, bytes: 5 * MB } : { merges: 20, bytes: 20 * MB };
  const embedded = await measure(stage, {}, small);
  const rows = [
    row('first start on an empty folder', 's', { ours: embedded.startSeconds }),
    row(
      'memory after the start',
      'MB',
      { ours: embedded.started.resident },
      noteOf(embedded.started),
    ),
    rowOf(small, 'embedded database', embedded),
  ];
  if (stage.quick) {
    return rows;
  }
  const large: Work = { merges: 10, bytes: 600 * MB };
  const postgres = {
    DATABASE_URL: await stage.database(),
    SECRET: 'only for this benchmark',
  };
  return [
    ...rows,
    rowOf(large, 'embedded database', await measure(stage, {}, large)),
    rowOf(large, 'PostgreSQL', await measure(stage, postgres, large)),
  ];
}

interface Work {
  readonly merges: number;
  readonly bytes: number;
}

type Memory = ReturnType<typeof memoryOf>;

interface Measured {
  readonly startSeconds: number;
  readonly started: Memory;
  readonly merged: Memory;
}

/** The memory of a server after its start, and after merges one after another. */
async function measure(stage: Stage, env: Env, { merges, bytes }: Work): Promise<Measured> {
  const origin = await stage.origin({ bigBytes: bytes });
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
  return { startSeconds, started, merged };
}

function rowOf({ merges, bytes }: Work, database: string, { started, merged }: Measured): Row {
  const values = { ours: merged.resident, 'after the start': started.resident };
  const { note } = noteOf(merged);
  const what = `memory after ${merges} merges of ${bytes / MB} MB, ${database}`;
  return row(what, 'MB', values, { note: `peak ${shown(merged.peak)} MB, ${note}` });
}

function noteOf({ own }: Memory): { note: string } {
  return { note: `${shown(own)} MB without mapped files` };
}
