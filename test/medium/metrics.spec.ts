import { API, relayPath } from '@dipper/contract';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { Scrape } from '../harness/scrape.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const DEPLOY = join(__dirname, '../../deploy');

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  client = new TestClient(server);
});
afterAll(() => Promise.all([server.stop(), origin.close()]));

describe('the metrics', () => {
  it('show a search, a task, its file and a relayed file, without identifying any of them', async () => {
    const before = await Scrape.of(server.url);
    const variant = randomUUID();
    const task = taskOf(
      pick(
        await client.search(`${origin.url}/dash/plain.mpd?${variant}`),
        ({ kind }) => kind === 'merge',
      ),
    );
    const page = await Watcher.connect(server);
    await page.watch(task);
    const { actual_sizes } = await client.merge(task);
    // Sockets of earlier specs may still be closing.
    await waitUntil(async () => {
      const during = await Scrape.of(server.url);
      return during.sum('dipper_sockets', {}) === 1 && during.sum('dipper_watched_tasks', {}) === 1;
    }, 'the socket');
    page.close();
    const file = await (await client.fetch(API.file(task))).arrayBuffer();
    const direct = pick(
      await client.search(`${origin.url}/watch/muxed?${variant}`),
      ({ kind }) => kind === 'direct',
    );
    const relayed = await (await client.fetch(relayPath(direct.url))).arrayBuffer();

    const grown: [name: string, labels: Record<string, string>, by: number][] = [
      ['dipper_searches_total', { platform: 'other', outcome: 'ok' }, 2],
      ['dipper_page_reads_total', { platform: 'other', outcome: 'ok' }, 2],
      ['dipper_search_duration_seconds_count', { outcome: 'ok' }, 2],
      ['dipper_tasks_total', { kind: 'join', outcome: 'complete' }, 1],
      ['dipper_task_duration_seconds_count', { kind: 'join', outcome: 'complete' }, 1],
      ['dipper_task_wait_seconds_count', { kind: 'join' }, 1],
      ['dipper_relays_total', { content: 'media', outcome: 'ok' }, 1],
      [
        'dipper_http_requests_total',
        { method: 'GET', route: '/api/download/file/:task_id', status: '200' },
        1,
      ],
    ];
    // A request is counted once its reply has been sent, which may be after the client has received
    // it.
    await waitUntil(async () => {
      const after = await Scrape.of(server.url);
      return grown.every(
        ([name, labels, by]) => after.sum(name, labels) === before.sum(name, labels) + by,
      );
    }, 'all counts');
    const after = await Scrape.of(server.url);
    const rise = (name: string, labels: Record<string, string>): number =>
      after.sum(name, labels) - before.sum(name, labels);
    expect(file.byteLength).toBe(actual_sizes.final_file);
    expect(rise('dipper_sent_bytes_total', { content: 'file' })).toBeGreaterThan(file.byteLength);
    expect(rise('dipper_sent_bytes_total', { content: 'relay' })).toBeGreaterThan(
      relayed.byteLength,
    );
    // A connection that is replaced may deliver some bytes again.
    expect(rise('dipper_source_bytes_total', { use: 'relay' })).toBeGreaterThanOrEqual(
      relayed.byteLength,
    );
    expect(rise('dipper_source_bytes_total', { use: 'task' })).toBeGreaterThanOrEqual(
      actual_sizes.combined_streams ?? Infinity,
    );
    expect(rise('dipper_database_query_duration_seconds_count', { outcome: 'ok' })).toBeGreaterThan(
      0,
    );
    expect(
      rise('dipper_child_process_duration_seconds_count', { program: 'ffmpeg', outcome: 'ok' }),
    ).toBeGreaterThan(0);
    expect(after.sum('dipper_process_info', { role: 'all' })).toBe(1);
    expect(
      [task, variant, new URL(origin.url).host].filter((one) => after.text.includes(one)),
    ).toEqual([]);
  });

  it('count refusals by code, and requests by the template of their route', async () => {
    const before = await Scrape.of(server.url);
    await client.refused(API.status('A'.repeat(43)));
    await client.refused('/api/nothing-here');
    await waitUntil(async () => {
      const after = await Scrape.of(server.url);
      const rise = (name: string, labels: Record<string, string>): number =>
        after.sum(name, labels) - before.sum(name, labels);
      return (
        rise('dipper_refusals_total', { code: 'TASK_UNKNOWN' }) === 1 &&
        rise('dipper_refusals_total', { code: 'NOT_FOUND' }) === 1 &&
        rise('dipper_http_requests_total', {
          ...{ route: '/api/download/status/:task_id', status: '404' },
        }) === 1
      );
    }, 'the refusals');
    expect((await Scrape.of(server.url)).text).not.toContain('nothing-here');
  });

  it('do not exist for clients from the internet, nor for those behind an unknown proxy', async () => {
    const through = (headers: Record<string, string>): Promise<Response> =>
      fetch(server.url + API.metrics, { headers });
    expect(await refusal(await through({ 'x-forwarded-for': '203.0.113.9' }))).toEqual(
      refusalOf('NOT_FOUND'),
    );
    expect((await through({ via: '1.1 somewhere' })).status).toBe(404);
    expect((await through({ 'x-forwarded-for': '192.168.1.9' })).status).toBe(200);
  });

  it('include everything that the dashboard and the alerts use', async () => {
    const scrape = await Scrape.of(server.url);
    const [dashboard, alerts] = await Promise.all([
      readFile(join(DEPLOY, 'grafana/dipper.json'), 'utf8'),
      readFile(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8'),
    ]);
    const used = new Set((dashboard + alerts).match(/\b(?:dipper|nodejs|process)_[a-z\d_]+\b/g));
    expect(used.size).toBeGreaterThan(30);
    expect([...used].filter((name) => !scrape.hasMetric(name))).toEqual([]);
  });
});

describe('the id of a request', () => {
  const idOf = async (given?: string): Promise<string | null> => {
    const headers: HeadersInit = given === undefined ? [] : [['x-request-id', given]];
    return (await fetch(server.url + API.health, { headers })).headers.get('x-request-id');
  };

  it("is in every reply: the client's if it is short and safe, otherwise a new one", async () => {
    expect(await idOf('from-the-proxy.1')).toBe('from-the-proxy.1');
    const ids = await Promise.all([idOf(), idOf(), idOf('x'.repeat(65)), idOf('a"b')]);
    expect(ids.every((id) => /^[\da-f-]{36}$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is also in pages and refusals', async () => {
    const paths = ['/', '/no-such-page', '/api/no-such-path', '/assets/no.js', '/metrics'];
    const headers = { 'x-request-id': 'mine' };
    const replies = await Promise.all(paths.map((path) => fetch(server.url + path, { headers })));
    expect(replies.map((reply) => reply.headers.get('x-request-id'))).toEqual(
      paths.map(() => 'mine'),
    );
  });

  it('is in all its log lines, along with its method and path', async () => {
    const id = randomUUID();
    const response = await fetch(server.url + API.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ tweet_url: `${origin.url}/error?${id}-in-a-query` }),
    });
    expect(response.status).toBe(502);
    const linesOfIt = (): string[] =>
      server.log.split('\n').filter((line) => line.includes(`"requestId":"${id}"`));
    await waitUntil(() => Promise.resolve(linesOfIt().length > 0), 'a line of the log');
    const lines = linesOfIt();
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.at(-1)).toMatchObject({
      code: 'SOURCE_FAILED',
      req: { method: 'POST', path: API.search },
    });
    expect(lines.filter((line) => line.includes('in-a-query'))).toEqual([]);
  });
});
