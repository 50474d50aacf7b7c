import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type CollectedSpan, TraceCollector } from '../harness/trace-collector.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const SEARCH = 'POST /api/download-video';
const START = 'GET /api/download/start-merge';

/** An API process and a worker that send their traces to one collector. */
let collector: TraceCollector;
let origin: Origin;
let api: TestServer;
let worker: TestServer;
let task: string;

beforeAll(async () => {
  [collector, origin] = await Promise.all([TraceCollector.start(), startOrigin()]);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  api = await TestServer.start({ env: { ...env, ROLE: 'api' } });
  worker = await TestServer.start({ env: { ...env, ROLE: 'worker' }, beside: api });
  const client = new TestClient(api);
  const info = await client.search(`${origin.url}/dash/webm.mpd?secret=word`);
  task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
  expect(await client.merge(task)).toMatchObject({ status: 'complete' });
  // Buffered spans are sent when a process ends.
  await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
  await waitUntil(() => named('task').length > 0 && named(START).length > 0, 'both traces');
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await origin.close();
  collector.close();
});

const named = (name: string): CollectedSpan[] =>
  collector.spans.filter((span) => span.name === name);

function one(name: string): CollectedSpan {
  const [found, ...others] = named(name);
  if (found === undefined || others.length > 0) {
    throw new Error(`Not one ${name}: ${collector.spans.map((span) => span.name).join(', ')}`);
  }
  return found;
}

it('records a search as one trace, from the request to reading the page', () => {
  const [search, extraction] = [one(SEARCH), one('extraction')];
  expect(search.parentSpanId).toBeUndefined();
  expect(search.facts).toMatchObject({ 'http.response.status_code': 200 });
  expect(extraction).toMatchObject({
    ...{ traceId: search.traceId, parentSpanId: search.spanId, role: 'api' },
    facts: { 'dipper.platform': 'other' },
  });
});

it('records a merge as one trace across both processes, from the request to the finished file', () => {
  const start = one(START);
  const trace = collector.spans.filter(({ traceId }) => traceId === start.traceId);
  const below = ({ spanId }: CollectedSpan): string[] =>
    trace
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .map(({ role, name, facts }) => `${role} ${name} ${facts['dipper.checked'] ?? ''}`.trim())
      .sort();
  expect(below(start)).toEqual(['worker queue', 'worker task']);
  const made = one('task');
  // Sources that are checked while they arrive are not checked again afterwards.
  const AFTERWARDS = 'worker check sources';
  const steps = below(made).filter((step) => step !== AFTERWARDS);
  expect(steps).toEqual(['worker check file', 'worker fetch', 'worker make', 'worker publish']);
  for (const span of [start, one('queue'), made]) {
    expect(span.facts['dipper.task_id']).toBe(task);
  }
  expect(Number(one('fetch').facts['dipper.bytes'])).toBeGreaterThan(0);
  expect(trace).toHaveLength([start, one('queue'), made, ...below(made)].length);
});

it('links a merge to the trace of the search whose result it uses', () => {
  const { traceId, spanId } = one('extraction');
  expect(traceId).not.toBe(one(START).traceId);
  expect(one(START).links).toEqual([expect.objectContaining({ traceId, spanId })]);
});

it('records no URLs, queries or addresses', () => {
  expect(collector.spans.length).toBeGreaterThan(0);
  for (const text of ['http:', 'https:', '127.0.0.1', 'secret', 'task_id=', '.mpd']) {
    expect(collector.everything).not.toContain(text);
  }
});
