import { setTimeout as delay } from 'node:timers/promises';
import { pick, taskOf, TestClient } from '../../../test/harness/client.js';
import { Scrape } from '../../../test/harness/scrape.js';
import { make } from '../harness/measure.js';
import type { Stage } from '../harness/stage.js';
import { quantile, shown } from '../harness/table.js';
import { loopDelay } from './latency.js';

/** The result of a load-client.mjs that polls. */
export interface Polled {
  readonly warmUpMs: readonly number[];
  readonly latenciesMs: readonly number[];
  readonly refused: number;
  readonly ownDelayMs: number;
}

interface Size {
  readonly readers: number;
  readonly readerBytes: number;
  readonly pollsBesideReaders: number;
  readonly seconds: number;
}

/** How many bytes a reader takes in a second at most (load-client.mjs). */
const READER_BYTES = 64 * 1024;
const LOOK_MS = 500;

/**
 * Polls while others read a file slowly. At first, the kernel takes the first megabytes for each
 * reader as fast as the server can send them; that time is measured separately.
 */
export async function besideReaders(
  stage: Stage,
  url: string,
  { readers, readerBytes, pollsBesideReaders: perSecond, seconds }: Size,
): Promise<{ latenciesMs: readonly number[]; note: string }> {
  const origin = await stage.origin({ bigBytes: readerBytes });
  const info = await new TestClient({ url }).search(`${origin.url}/dash/big.mpd?read`);
  const { task } = await make(url, taskOf(pick(info, ({ kind }) => kind === 'merge')));
  const poll = (forSeconds: number): Promise<Polled> =>
    stage
      .startAlone('load-client.mjs', {
        ...{ what: 'polls', url, tasks: [task], perSecond },
        ...{ warmUpSeconds: 0, seconds: forSeconds },
      })
      .next<Polled>();
  const path = `/api/download/file/${task}`;
  const reading = stage.startAlone('load-client.mjs', { what: 'readers', url, path, readers });
  const [first] = await Promise.all([poll(seconds / 4), reading.next()]);
  await untilSlow(url, readers);
  await loopDelay(url);
  const { latenciesMs, ownDelayMs } = await poll(seconds);
  const late = await loopDelay(url);
  reading.end();
  const atFirst = `at first ${shown(quantile(first.latenciesMs, 0.99))} ms`;
  return {
    latenciesMs,
    note: `${latenciesMs.length} polls; ${atFirst}; ${late}, client by ${shown(ownDelayMs)} ms`,
  };
}

/** Waits until the server sends no more than slow readers take. */
async function untilSlow(url: string, readers: number): Promise<void> {
  const sent = async (): Promise<number> =>
    (await Scrape.of(url)).sum('dipper_sent_bytes_total', { content: 'file' });
  for (let before = -Infinity; ; await delay(LOOK_MS)) {
    const now = await sent();
    if (now - before <= (2 * readers * READER_BYTES * LOOK_MS) / 1000) {
      return;
    }
    before = now;
  }
}
