import { API, SEARCH_STREAM_TYPE } from '@dipper/contract';
import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { clipPages } from '../harness/requests.js';
import type { Env, Stage } from '../harness/stage.js';
import type { Row } from '../harness/table.js';
import { atRate, slowest } from './visitors.js';

/** Highest acceptable 99th percentile, in milliseconds. */
const LIMIT_MS = 50;
/** `leaveOpen`: the line has room for 500, and four pages are read at once. */
const FULL = { perSecond: 200, warmUpSeconds: 5, seconds: 20, ofOneVisitor: 4, leaveOpen: 504 };
const QUICK = { perSecond: 1000, warmUpSeconds: 0, seconds: 0.3, ofOneVisitor: 2, leaveOpen: 64 };

/**
 * Sends more searches than can be read, while pages are being read and the line is full. Most come
 * from different visitors and are refused because the line is too long; some come from one visitor,
 * who sends too many.
 */
export async function refusals(stage: Stage, env: Env): Promise<Row[]> {
  const { ofOneVisitor, leaveOpen, ...rate } = stage.quick ? QUICK : FULL;
  // The limits, and so the refusals, are off in other benchmarks.
  const limits = { RATE_LIMIT: 'on', EXTRACT_CONCURRENCY: '4' };
  const { url, stop } = await stage.ownServer({ ...env, ...limits });
  // In the quick form, the pages hang. Its few searches would otherwise never fill the line.
  const site = await stage.site(stage.quick ? () => undefined : clipPages);
  // Searches without a stream may wait for less time, so that even the quick form gets refusals.
  const accept = stage.quick ? 'application/json' : SEARCH_STREAM_TYPE;
  // Each search that waits holds a connection, as behind a proxy. How long it takes to connect is
  // part of what is measured.
  const dispatcher = new Agent({ connections: null, connect: { timeout: 120_000 } });
  const search = async (at: number, signal: AbortSignal): Promise<string> => {
    const own = [10, 1 + (at >> 16), (at >> 8) & 255, at & 255].join('.');
    const from = { 'x-forwarded-for': at % ofOneVisitor === 0 ? '10.0.0.1' : own };
    const { statusCode, body } = await request(url + API.search, {
      ...{ dispatcher, method: 'POST', signal },
      headers: { 'content-type': 'application/json', accept, ...from },
      body: JSON.stringify({ tweet_url: `${site}/page/${at}` }),
    });
    const text = await body.text();
    return statusCode === 200 ? 'found' : (JSON.parse(text) as { code: string }).code;
  };
  const { timesMs, ownDelay: note } = await atRate(rate, search, leaveOpen);
  await dispatcher.destroy();
  await stop();
  const { RATE_LIMITED, BUSY, found: _, ...others } = timesMs;
  // While the whole test suite runs, a search may wait too long for a database connection, and a
  // page that hangs may reach its time limit.
  assert.deepEqual(stage.quick ? {} : others, {}, 'no other refusals occur');
  return Object.entries({ RATE_LIMITED, BUSY }).map(([code, times]) =>
    slowest(`a search refused as ${code}, of ${rate.perSecond}/s`, times, {
      ...{ limit: LIMIT_MS, note: `${times?.length} refusals; ${note}` },
    }),
  );
}
