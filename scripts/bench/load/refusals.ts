import { SEARCH_STREAM_TYPE } from '@dipper/contract';
import assert from 'node:assert/strict';
import { processorMs } from '../harness/measure.js';
import type { Env, Stage } from '../harness/stage.js';
import { type Row, shown } from '../harness/table.js';
import { cost, loopDelay, p99, SLOW_MS } from './latency.js';

interface Size {
  readonly searchesPerSecond: number;
  readonly warmUpSeconds: number;
  readonly refusalSeconds: number;
  readonly ofOneVisitor: number;
  readonly inLine: number;
}

/**
 * Sends more searches than can be read, while pages are being read and the line is full. Most come
 * from different visitors and are refused because the line is too long; some come from one visitor,
 * who sends too many.
 */
export async function refusals(stage: Stage, env: Env, size: Size): Promise<Row[]> {
  // The limits, and so the refusals, are off in other benchmarks.
  const { url, pid, stop } = await stage.ownServer({
    ...env,
    RATE_LIMIT: 'on',
    EXTRACT_CONCURRENCY: '4',
  });
  const site = await stage.site(({ url: path = '' }, response) => {
    // In the quick form, the pages hang. Its few searches would otherwise never fill the line.
    if (!stage.quick) {
      const isClip = path.endsWith('.mp4');
      response.setHeader('content-type', isClip ? 'video/mp4' : 'text/html');
      response.end(isClip ? Buffer.alloc(2000) : page(path));
    }
  });
  const { refusalSeconds: seconds, searchesPerSecond: perSecond, warmUpSeconds } = size;
  const { ofOneVisitor, inLine } = size;
  const startedMs = processorMs(pid);
  await loopDelay(url);
  const { refusedMs, failures, ownDelayMs } = await stage
    .startAlone('load-client.mjs', {
      ...{ what: 'searches', url, link: `${site}/page/`, warmUpSeconds, seconds, perSecond },
      ...{ ofOneVisitor, inLine },
      // Searches without a stream may wait for less time, so that even the quick form gets refusals.
      accept: stage.quick ? 'application/json' : SEARCH_STREAM_TYPE,
    })
    .next<{ refusedMs: Record<string, number[]>; failures: string[]; ownDelayMs: number }>();
  const usedMs = processorMs(pid) - startedMs;
  const late = `${await loopDelay(url)}, client by ${shown(ownDelayMs)} ms`;
  await stop();
  assert.deepEqual(failures, [], 'all searches are answered');
  const { RATE_LIMITED = [], BUSY = [], ...others } = refusedMs;
  // While the whole test suite runs, a search may wait too long for a database connection, and a
  // page that hangs may reach its time limit.
  assert.deepEqual(stage.quick ? {} : others, {}, 'no other refusals occur');
  const all = warmUpSeconds + seconds;
  return Object.entries({ RATE_LIMITED, BUSY }).map(([code, latenciesMs]) =>
    p99(
      `a search refused as ${code}, of ${perSecond}/s`,
      latenciesMs,
      SLOW_MS.refusal,
      `${latenciesMs.length} of ${cost(usedMs, perSecond * all, all)}, with the pages that were read; ${late}`,
    ),
  );
}

const page = (path: string): string =>
  `<title>${path}</title><video><source src="/clip.mp4" type="video/mp4"></video>`;
