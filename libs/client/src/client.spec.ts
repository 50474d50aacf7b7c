import { SEARCH_STREAM_TYPE } from '@dipper/contract';
import { ApiFailure } from './calls/api-failure.js';
import { type ClientOptions, createClient } from './client.js';
import { mergeStatus, TASK_ID } from './testing/merge-status.js';

interface Seen {
  readonly call: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A fake server that sends these replies in order and records the requests. */
function serverWith(replies: readonly (() => Response)[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = [];
  const left = [...replies];
  const fetch = (url: unknown, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    seen.push({
      call: `${init.method ?? 'GET'} ${String(url)}`,
      headers: new Headers(init.headers),
      body,
    });
    const reply = left.shift();
    return reply === undefined
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve(reply());
  };
  return { seen, client: createClient({ server: 'https://d.example/', fetch, ...options }) };
}

const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init);
const format = {
  ...{
    format_id: 'a',
    kind: 'merge' as const,
    url: '',
    label: '720p MP4',
    ext: 'mp4',
    resolution: '720p',
  },
  ...{ is_audio_only: false, has_audio: true, tbr: null, abr: null, vbr: null, fps: 30 },
  ...{ hdr: false, vcodec: null, acodec: null, filesize: null, filesize_approx: false },
  ...{ recommended: true, reason: 'only_one', language: null, voice: null, filename: 'A.mp4' },
  ...{ offer_id: TASK_ID, task_id: TASK_ID },
} as const;
const info = {
  ...{ title: 'A', platform: 'vimeo', webpage_url: 'https://vimeo.com/1', thumbnail_url: null },
  ...{ uploader: null, description: null, duration: null, is_podcast: false, series: null },
  ...{ season_number: null, episode_number: null, chapters: [], formats: [format] },
};
const lines =
  (...events: readonly unknown[]) =>
  () =>
    new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''), {
      headers: { 'content-type': SEARCH_STREAM_TYPE },
    });

describe('search', () => {
  it('returns an item with the sizes that arrive after it', async () => {
    const { client, seen } = serverWith([
      lines(
        { type: 'reading' },
        { type: 'result', info },
        { type: 'sizes', sizes: [{ at: 0, filesize: 9, filesize_approx: true }] },
      ),
    ]);
    const found = await client.search('https://vimeo.com/1');
    expect(found).toMatchObject({ kind: 'item', info: { title: 'A', formats: [{ filesize: 9 }] } });
    expect(seen).toMatchObject([
      {
        call: 'POST https://d.example/api/download-video',
        body: { tweet_url: 'https://vimeo.com/1' },
      },
    ]);
  });

  it("fails with the server's code, and sends the key", async () => {
    const refused = json({ error: 'No.', code: 'MEDIA_PRIVATE' }, { status: 422 });
    const { client, seen } = serverWith([refused], { key: 'dip_1' });
    await expect(client.search('x')).rejects.toMatchObject({
      kind: 'http',
      reply: { status: 422, code: 'MEDIA_PRIVATE', sentence: 'No.' },
    });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer dip_1');
  });

  it('waits as long as a busy server requests', async () => {
    const busy = json(
      { error: 'Busy.', code: 'BUSY' },
      { status: 503, headers: { 'retry-after': '0' } },
    );
    const { client } = serverWith([busy, json(info)]);
    const waits: [number, string | undefined][] = [];
    const onWait = (seconds: number, { reply }: ApiFailure) => waits.push([seconds, reply.code]);
    expect(await client.search('x', { onWait })).toMatchObject({ kind: 'item' });
    expect(waits).toEqual([[0, 'BUSY']]);
  });
});

describe('make', () => {
  it('starts the task of a format', async () => {
    const { client, seen } = serverWith([json({ task_id: TASK_ID, status: 'queued' })]);
    expect(await client.make(format, { anyway: true })).toEqual({
      taskId: TASK_ID,
      path: `/api/download/file/${TASK_ID}?download=1`,
      filename: 'A.mp4',
    });
    expect(seen.map(({ call }) => call)).toEqual([
      `GET https://d.example/api/download/start-merge?task_id=${TASK_ID}&anyway=1`,
    ]);
  });

  it('sends the URL to call when the task ends', async () => {
    const { client, seen } = serverWith([json({ task_id: TASK_ID, status: 'queued' })]);
    await client.make(format, { callbackUrl: 'https://bot.example/done' });
    expect(seen).toMatchObject([
      {
        call: 'POST https://d.example/api/download/start-merge',
        body: { task_id: TASK_ID, anyway: false, callback_url: 'https://bot.example/done' },
      },
    ]);
  });

  it('creates a single task, even if the first reply is lost', async () => {
    const created = json({ task_id: 't2', status: 'prepared', filename: 'A.gif' }, { status: 201 });
    const lost = json(
      { error: 'x', code: 'UNAVAILABLE' },
      { status: 503, headers: { 'retry-after': '0' } },
    );
    const { client, seen } = serverWith([lost, created, json({ task_id: 't2', status: 'queued' })]);
    const wish = { kind: 'clip', start: 1, end: 2, as: 'gif' } as const;
    expect(await client.make({ offerId: TASK_ID, wish })).toMatchObject({
      taskId: 't2',
      filename: 'A.gif',
    });
    expect(seen[0]?.body).toEqual({ task_id: TASK_ID, recipe: wish });
    const [first, second, third] = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).toBe(first);
    expect(third).toBeNull();
  });

  it('makes no task for a plain file, which the relay sends', async () => {
    const { client, seen } = serverWith([]);
    const direct = { kind: 'direct', url: 'https://cdn.example/a.mp4', filename: 'A.mp4' } as const;
    expect(await client.make(direct)).toEqual({
      taskId: null,
      path: '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4&download=1',
      filename: 'A.mp4',
    });
    expect(seen).toEqual([]);
  });
});

it('does not read a reply that is larger than any of this API', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
    },
  });
  const { client } = serverWith([
    () => new Response(endless),
    json({ error: 'No.', code: 'TASK_UNKNOWN' }, { status: 404 }),
  ]);
  await expect(client.status(TASK_ID)).rejects.toMatchObject({ kind: 'unexpected' });
  expect(sent).toBeLessThan(20);
  // Smaller ones are read as before.
  await expect(client.status(TASK_ID)).rejects.toMatchObject({ reply: { sentence: 'No.' } });
});

describe('follow', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('yields each status up to the final one, by polling if there is no socket', async () => {
    const { client } = serverWith([
      json(mergeStatus({ progress: 20 })),
      json(mergeStatus({ status: 'complete', progress: 100 })),
    ]);
    const seen: [string, number][] = [];
    const done = (async () => {
      for await (const { status, progress } of client.follow(TASK_ID)) {
        seen.push([status, progress]);
      }
    })();
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(seen).toEqual([
      ['processing', 20],
      ['complete', 100],
    ]);
  });

  it('fails after the last status of a task that has no file', async () => {
    const { client } = serverWith([
      json(mergeStatus({ status: 'error', message: 'No.', error_code: 'SOURCE_TIMEOUT' })),
    ]);
    const task = client.follow(TASK_ID);
    const first = task.next();
    await jest.advanceTimersByTimeAsync(1000);
    expect((await first).value).toMatchObject({ status: 'error' });
    await expect(task.next()).rejects.toMatchObject({
      reply: { code: 'SOURCE_TIMEOUT', sentence: 'No.' },
    });
  });

  it('fails with an unknown task', async () => {
    const gone = json({ error: 'x', code: 'TASK_UNKNOWN' }, { status: 404 });
    const { client } = serverWith([gone, gone]);
    const failed = expect(client.follow(TASK_ID).next()).rejects.toMatchObject({
      reply: { code: 'TASK_UNKNOWN' },
    });
    await jest.advanceTimersByTimeAsync(10_000);
    await failed;
  });

  it('stops when the loop is left or the signal is aborted', async () => {
    const { client, seen } = serverWith([json(mergeStatus())]);
    const next = client.follow(TASK_ID);
    const first = next.next();
    await jest.advanceTimersByTimeAsync(1000);
    expect((await first).done).toBe(false);
    await next.return();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(seen).toHaveLength(1);

    const controller = new AbortController();
    const aborted = expect(client.follow(TASK_ID, controller.signal).next()).rejects.toThrow('Bye');
    controller.abort(new Error('Bye'));
    await aborted;
  });
});
