import assert from 'node:assert/strict';
import { Pool } from 'undici';
import { inTurn, processorMs, valuesOf } from './harness/measure.js';
import { repeat } from './harness/requests.js';
import { slowPhone } from './harness/slow-phone.js';
import type { Server, Stage } from './harness/stage.js';
import { median, row, type Row } from './harness/table.js';

export const title =
  'pages, compared with a static file from the same process, and on a slow phone';

const CONNECTIONS = 8;
const HEADERS = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' };

export async function run(stage: Stage): Promise<Row[]> {
  const [rounds, replies] = stage.quick ? [1, CONNECTIONS] : [3, 6000];
  const server = await stage.server();
  const asset = await styleSheet(server.url);
  let pages = 0;
  const load = (path: () => string) => () => measure(server, path, replies);
  const contenders = {
    file: load(() => asset),
    cached: load(() => '/'),
    // The server does not cache a page with a prefilled form for other visitors.
    uncached: load(() => `/?url=https%3A%2F%2Fvimeo.com%2F${(pages += 1)}`),
  };
  if (!stage.quick) {
    await inTurn(1, contenders);
  }
  const found = await inTurn(rounds, contenders);
  const bytes = valuesOf(found, 'bytes');
  const served = (['cached', 'uncached'] as const).flatMap((kind) => {
    const values = (key: 'rate' | 'p99' | 'cpu') => {
      const { [kind]: ours, file } = valuesOf(found, key);
      return { ours, 'static file': file };
    };
    const note = `${median(bytes[kind])} bytes, the file ${median(bytes.file)}`;
    return [
      row(`${kind} page`, '/s', values('rate'), { note }),
      row(`${kind} page, slowest 1%`, 'ms', values('p99')),
      row(`${kind} page, processor time of the server`, 'ms', values('cpu')),
    ];
  });
  return [...served, ...(await slowPhone(stage))];
}

/** @returns the path of a file that every page links to and that is about as large as a page */
async function styleSheet(server: string): Promise<string> {
  const page = await (await fetch(server)).text();
  const [, path] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  assert(path, 'the page links no style sheet');
  return path;
}

/** Requests the given paths one after another on a few connections, as browsers do. */
async function measure({ url, pid }: Server, path: () => string, replies: number) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const cpuBefore = processorMs(pid);
  let bytes = 0;
  const found = await repeat(replies, CONNECTIONS, async () => {
    const answer = await pool.request({ method: 'GET', path: path(), headers: HEADERS });
    assert(answer.statusCode === 200, `a page is answered with ${answer.statusCode}`);
    // Not decompressed.
    bytes = (await answer.body.arrayBuffer()).byteLength;
  });
  const cpu = (processorMs(pid) - cpuBefore) / replies;
  await pool.close();
  return { ...found, cpu, bytes };
}
