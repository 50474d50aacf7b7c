import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { boundSize } from './bounds.js';
import { FileDownload } from './file-download.js';
import { HostBudget } from '../lanes/host-budget.js';
import { OVERLAP_BYTES } from './seams.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Fetching, Gate, md5, type Origin, startOrigin } from '../testing/fetching.js';
import { shortenWaits } from '../testing/short-waits.js';

shortenWaits();

const FILE = 'video-1080.mp4';

function bytesIn(range: string | null): number {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  return Number(last) + 1 - Number(first);
}

describe('FileDownload from the media origin', () => {
  let origin: Origin;
  let fetching: Fetching;
  let original: Buffer;

  beforeAll(async () => {
    origin = await startOrigin();
    original = Buffer.from(await (await fetch(`${origin.url}/media/${FILE}`)).arrayBuffer());
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    origin.forget();
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  async function download(path: string, changes = {}): Promise<void> {
    const file = new FileDownload(fetching.path(), fetching.context(changes));
    try {
      await file.run({ url: `${origin.url}${path}`, headers: {} });
    } finally {
      await file.close();
    }
  }
  /** A budget with a stopped clock, so that no parts are split and no lanes are added. */
  const unhurried = (): { budget: HostBudget } => ({ budget: new HostBudget(new ManualClock()) });

  it.each([
    ['good ranges', `/media/${FILE}`],
    ['every connection cut after 1 MB', `/cut/${FILE}`],
    ['ignored ranges', `/wrong-range/${FILE}?after=9000000`],
    ['parts that always begin at zero', `/wrong-range/${FILE}?how=zero&after=20000000`],
    ['a wrong total', `/wrong-range/${FILE}?how=total&after=20000000`],
    ['another version in each response', `/changed/${FILE}`],
    ['no ranges and two dropped connections', `/cut-norange/${FILE}?times=3`],
  ])('saves a complete, consistent file with %s', async (_, path) => {
    await download(path);
    expect(await fetching.md5()).toBe(md5(original));
    expect(fetching.arrived).toBe(original.length);
    expect(fetching.totals.at(-1)).toBe(original.length);
  });

  it('keeps everything received before a connection broke', async () => {
    await download(`/cut/${FILE}`);
    expect(fetching.received).toBe(original.length);
  });

  it('requests each part of a good source once, on all lanes after the first response', async () => {
    await download(`/media/${FILE}`, unhurried());
    const even = Math.ceil((original.length - 2 ** 20) / 4);
    const starts = [0, 1, 2, 3].map((at) => 2 ** 20 + at * even);
    const [first, ...others] = origin.requests.map(({ range }) => range);
    expect(first).toBe('bytes=0-1048575');
    // The other parts use separate connections and come in any order.
    expect(new Set(others)).toEqual(
      new Set(
        starts.map(
          (at) => `bytes=${at - OVERLAP_BYTES}-${Math.min(at + even, original.length) - 1}`,
        ),
      ),
    );
    expect(others).toHaveLength(starts.length);
    expect(origin.requests[1]?.headers['if-range']).toMatch(/^".+"$/);
  });

  it.each([
    ['half of the promised length', `/short/${FILE}`, 'SOURCE_FAILED'],
    [
      'a source without ranges that drops every connection',
      `/cut-norange/${FILE}`,
      'SOURCE_FAILED',
    ],
    [
      'a source that sends the wrong ranges and drops whole-file requests',
      `/wrong-range/${FILE}?how=zero`,
      'SOURCE_FAILED',
    ],
    ['an empty response', `/empty/${FILE}`, 'SOURCE_INCOMPLETE'],
    ['an HTML page', `/html-as-video/${FILE}`, 'NOT_MEDIA'],
    ['a server error', `/refuse/${FILE}?code=500`, 'SOURCE_FAILED'],
    ['an unexpected status', `/refuse/${FILE}?code=418`, 'SOURCE_FAILED'],
  ])('gives up on %s', async (_, path, code) => {
    await expect(download(path)).rejects.toMatchObject({ code });
  });

  it.each([401, 403, 404, 410])('reports that the URL is gone: %d', async (status) => {
    await expect(download(`/refuse/${FILE}?code=${status}`)).rejects.toMatchObject({ status });
  });

  it('fetches only what is missing from a new URL when the old one has expired', async () => {
    const file = new FileDownload(fetching.path(), fetching.context(unhurried()));
    const first = { url: `${origin.url}/expire/${FILE}?bytes=3000000&after=700000`, headers: {} };
    await expect(file.run(first)).rejects.toMatchObject({ status: 403 });
    const kept = fetching.arrived;
    expect(kept).toBeGreaterThan(0);
    origin.forget();
    await file.run({ url: `${origin.url}/media/${FILE}`, headers: {} });
    await file.close();
    expect(await fetching.md5()).toBe(md5(original));
    const asked = origin.requests.reduce((sum, { range }) => sum + bytesIn(range), 0);
    const overlaps = origin.requests.length * OVERLAP_BYTES;
    expect(asked).toBeLessThanOrEqual(original.length - kept + overlaps);
    expect(fetching.received).toBe(original.length);
  });

  it('fetches everything from a new URL with a different file', async () => {
    const file = new FileDownload(fetching.path(), fetching.context());
    await expect(
      file.run({ url: `${origin.url}/expire/${FILE}?bytes=3000000`, headers: {} }),
    ).rejects.toMatchObject({ status: 403 });
    await file.run({ url: `${origin.url}/media/video-720.mp4`, headers: {} });
    await file.close();
    const other = Buffer.from(
      await (await fetch(`${origin.url}/media/video-720.mp4`)).arrayBuffer(),
    );
    expect(await fetching.md5()).toBe(md5(other));
    expect(fetching.arrived).toBe(other.length);
  });

  it.each([
    ['one piece', `/cut-norange/${FILE}?times=0`],
    ['parts', `/media/${FILE}`],
    ['one piece of unknown length', `/truncated/${FILE}?chunked`],
  ])('stops at the size limit and leaves nothing running: %s', async (_, path) => {
    const gate = await Gate.open(origin.url);
    let arrived = 0;
    const onBytes = (count: number): void => boundSize((arrived += count), 2_000_000);
    const file = new FileDownload(
      fetching.path(),
      fetching.context({ onBytes, onTotal: () => undefined }),
    );
    await expect(file.run({ url: gate.url + path, headers: {} })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    const [{ size }, told] = [await stat(fetching.path()), arrived];
    await gate.idle();
    expect([(await stat(fetching.path())).size, arrived]).toEqual([size, told]);
    await file.close();
    await gate.close();
  });

  it("ends with the signal's reason", async () => {
    const reason = new Error('stopped');
    const running = download(`/slow/${FILE}?rate=100000`);
    running.catch(() => undefined);
    await waitUntil(() => fetching.arrived > 0, 'some bytes');
    fetching.abort.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it('refuses addresses that are not allowed', async () => {
    const file = new FileDownload(fetching.path(), fetching.context());
    await expect(file.run({ url: 'http://10.0.0.1/a.mp4', headers: {} })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
    await file.close();
  });

  it('fails when its folder is gone', async () => {
    const file = new FileDownload(`${fetching.folder}/none/source`, fetching.context());
    await expect(
      file.run({ url: `${origin.url}/media/${FILE}`, headers: {} }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

/**
 * The source serves ranges but ignores `If-Range`, and changes the file after its first response.
 */
describe.each([
  ['weak tags', (version: number) => ({ etag: `W/"${version}"` })],
  ['strong tags that are ignored', (version: number) => ({ etag: `"${version}"` })],
  ['dates only', (version: number) => ({ 'last-modified': new Date(version * 1e9).toUTCString() })],
])('FileDownload of a file that changes during the download, with %s', (_, about) => {
  const SIZE = 6_000_000;
  const versions = [1, 2].map((fill) => Buffer.alloc(SIZE, fill));

  it('saves only one version', async () => {
    let answers = 0;
    const server = http.createServer((request, response) => {
      const version = (answers += 1) <= 1 ? 0 : 1;
      const [start = 0, end = SIZE - 1] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [])
        .slice(1)
        .map(Number);
      const last = Math.min(end, SIZE - 1);
      const body = versions[version]?.subarray(start, last + 1);
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        'content-type': 'video/mp4',
        'content-length': last + 1 - start,
        ...(request.headers.range === undefined
          ? {}
          : { 'content-range': `bytes ${start}-${last}/${SIZE}` }),
        ...about(version + 1),
      });
      response.end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const fetching = await Fetching.start();
    const file = new FileDownload(fetching.path(), fetching.context());
    await file.run({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f.mp4`,
      headers: {},
    });
    await file.close();
    expect(await fetching.md5()).toBe(md5(versions[1] ?? Buffer.alloc(0)));
    expect(fetching.arrived).toBe(SIZE);
    await fetching.end();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});
