import {
  API,
  createdKeyReplySchema,
  createTaskReplySchema,
  feedAddressReplySchema,
  feedItemSchema,
  feedReplySchema,
  historyReplySchema,
  LIMITS,
  type KeyScope,
  type MergeStatus,
  mergeStatusSchema,
  taskIdOfStartMerge,
  webhookSecretReplySchema,
  webhooksReplySchema,
} from '@dipper/contract';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookReceiver } from '../client/webhook-receiver.js';
import { AccountClient, type Answer, refusedAs } from '../harness/account-client.js';
import { pick, taskOf } from '../harness/client.js';
import { runCommand } from '../harness/command-line.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const domains = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
writeFileSync(join(domains, 'default.json'), JSON.stringify({ authentication_enabled: true }));

let server: TestServer;
let client: AccountClient;
let origin: Origin;
let owner: string;

interface Received {
  readonly path: string;
  readonly id: string;
  readonly signature: string;
  readonly body: { readonly type: string; readonly data: MergeStatus };
  readonly text: string;
  readonly timestamp: string;
}
let receiver: http.Server;
let url: string;
let received: Received[];
let status: number;
let links = 0;

beforeAll(async () => {
  [origin, server] = await Promise.all([
    startOrigin(),
    TestServer.start({
      env: { DOMAINS_DIR: domains, CALLBACK_HTTP: 'on', FEED_RETENTION_SECONDS: '90000' },
    }),
  ]);
  client = new AccountClient(server);
  owner = (await client.signIn('owner@dipper.example')).access_token;
  receiver = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
        String(request.headers[`webhook-${name}`]),
      ) as [string, string, string];
      const body = JSON.parse(text) as Received['body'];
      received.push({ path: request.url ?? '', id, timestamp, signature, text, body });
      response.writeHead(status).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
  await new Promise((done) => receiver.close(done));
  rmSync(domains, { recursive: true });
});
beforeEach(() => {
  [received, status] = [[], 204];
});

const messages = (taskId: string): Received[] =>
  received.filter(({ body }) => body.data.task_id === taskId);
const message = (taskId: string, at = 0): Promise<Received> =>
  waitUntil(() => messages(taskId)[at] ?? null, 'the message');
async function newKey(scope: KeyScope): Promise<string> {
  const { body } = await client.send(API.keys, { name: 'Bot', scopes: [scope] }, owner);
  return createdKeyReplySchema.parse(body).key;
}
const webhooks = async () =>
  webhooksReplySchema.parse((await client.ask('GET', API.webhooks, { token: owner })).body);
const deliveryOf = async (taskId: string) =>
  (await webhooks()).deliveries.find(({ task_id }) => task_id === taskId);
async function newTask(): Promise<string> {
  links += 1;
  const info = await client.search(`${origin.url}/dash/plain.mpd?webhook${links}`);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}
const start = (task_id: string, token?: string, callback_url = url): Promise<Answer> =>
  client.ask('POST', API.startMerge, {
    body: { task_id, callback_url },
    ...(token !== undefined && { token }),
  });
function signatureOf(
  secret: string,
  { id, timestamp, text }: Pick<Received, 'id' | 'timestamp' | 'text'>,
): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
}
const isSignedWith = (secret: string, sent: Received): boolean =>
  sent.signature.split(' ').includes(signatureOf(secret, sent));

it('a webhook reports a finished task, can be sent again, and is signed with both secrets for a day', async () => {
  const key = await newKey('make');
  const taskId = await newTask();
  expect((await start(taskId, key)).status).toBe(200);
  const first = await message(taskId);
  expect(first.body).toMatchObject({
    type: 'task.complete',
    data: { task_id: taskId, status: 'complete', progress: 100 },
  });
  const { secret, previous_until } = await webhooks();
  expect([previous_until, isSignedWith(secret, first)]).toEqual([null, true]);
  await waitUntil(async () => (await deliveryOf(taskId))?.state === 'delivered', 'the outcome');
  expect(await deliveryOf(taskId)).toMatchObject({
    ...{ id: first.id, url, type: 'task.complete', attempts: 1, last_status: 204 },
    next_attempt_at: null,
  });

  const rotated = await client.ask('POST', API.webhookSecret, { token: owner });
  const after = webhookSecretReplySchema.parse(rotated.body);
  expect(after.secret).not.toBe(secret);
  expect(after.previous_until).not.toBeNull();
  const path = API.webhookReplay(first.id);
  const other = (await client.signIn('other@dipper.example')).access_token;
  expect(refusedAs(await client.ask('POST', path, { token: other }))).toBe('404 NOT_FOUND');
  expect((await client.ask('POST', path, { token: owner })).status).toBe(200);
  const second = await message(taskId, 1);
  expect(second.id).toBe(first.id);
  expect([after.secret, secret].map((one) => isSignedWith(one, second))).toEqual([true, true]);
  const rows = JSON.stringify(await rowsOf(server, 'SELECT * FROM webhook_secret'));
  expect(rows).not.toContain(secret.slice(6, 20));
});

it('a private feed collects audio files, and keeps its items after their files have expired', async () => {
  const info = await client.search(`${origin.url}/dash/plain.mpd?feed`);
  const video = taskOf(pick(info, ({ kind }) => kind === 'merge'));
  const audio = taskOf(pick(info, (one) => one.is_audio_only && one.task_id !== undefined));
  const key = await newKey('make');
  const add = (task_id: string, token = key) => client.send(API.feedItems, { task_id }, token);
  expect(refusedAs(await add(audio))).toBe('409 FILE_NOT_READY');
  expect(refusedAs(await add(audio, await newKey('read')))).toBe('403 KEY_SCOPE');
  await Promise.all([client.merge(video), client.merge(audio)]);
  expect(refusedAs(await add(video))).toBe('422 NOT_AUDIO');
  const feedOf = async () =>
    feedReplySchema.parse((await client.ask('GET', API.feed, { token: owner })).body);
  expect(await feedOf()).toEqual({ url: null, items: [], limit: LIMITS.feedItems });
  const added = await add(audio);
  expect(added.status).toBe(201);
  const item = feedItemSchema.parse(added.body);
  const keptFor = async () =>
    mergeStatusSchema.parse((await client.ask('GET', API.status(audio))).body).expires_in_seconds;
  // Longer than `FILE_RETENTION_SECONDS`.
  expect(item.expires_in_seconds).toBeGreaterThan(3600);
  expect(await keptFor()).toBeGreaterThan(3600);
  expect(feedItemSchema.parse((await add(audio)).body).id).toBe(item.id);

  expect(refusedAs(await client.ask('GET', API.feed, { token: key }))).toBe('403 KEY_SCOPE');
  const feed = await feedOf();
  expect(feed.items.map(({ id }) => id)).toEqual([item.id]);
  const secret = /\/feed\/([\w-]{43})\.xml$/.exec(feed.url ?? '')?.[1] ?? '';
  const read = (name = secret, headers = {}) => client.fetch(`/feed/${name}.xml`, { headers });
  const reply = await read();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'application/rss+xml; charset=utf-8',
  ]);
  const header = (name: string) => reply.headers.get(name);
  expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map(header)).toEqual([
    ...['private, no-cache', 'no-referrer', 'noindex'],
  ]);
  // Otherwise, fetch adds `no-cache`, which asks for the whole feed.
  const again = { 'if-none-match': header('etag') ?? '', 'cache-control': 'max-age=0' };
  expect((await read(secret, again)).status).toBe(304);
  const enclosure = /<enclosure url="([^"]+)" length="(\d+)" type="([^"]+)"\/>/;
  const [, file = '', length, type] = enclosure.exec(await reply.text()) ?? [];
  expect(new URL(file).pathname).toBe(API.file(audio));
  expect(file).toMatch(/\?name=[^&]+\.\w+$/);
  const sent = await client.fetch(new URL(file).pathname, { method: 'HEAD' });
  expect(['content-length', 'content-type'].map((name) => sent.headers.get(name))).toEqual([
    length,
    type,
  ]);
  const image = await client.fetch('/icons/maskable-1400.png');
  expect(Buffer.from(await image.arrayBuffer()).readUInt32BE(16)).toBe(1400);

  await rowsOf(server, `UPDATE merge_task SET expires_at = now() WHERE task_id = '${audio}'`);
  const expired = await (await read()).text();
  expect(expired).not.toContain('<enclosure');
  const [, page = ''] = /https?:\/\/[^ ]+(\/preview\?[^ ]+)/.exec(expired) ?? [];
  const query = new URLSearchParams(page.replaceAll('&amp;', '&').split('?')[1]);
  expect(taskIdOfStartMerge(query.get('url') ?? '')).toBe(audio);
  expect(query.get('source_url')).toBe(item.url);
  expect((await feedOf()).items[0]?.expires_in_seconds).toBeNull();

  const renewed = await client.ask('POST', API.renewFeed, { token: owner });
  expect(feedAddressReplySchema.parse(renewed.body).url).not.toBe(feed.url);
  const [former, wrong] = await Promise.all([read(), read('wrong')]);
  expect([former.status, wrong.status]).toEqual([404, 404]);
  expect(await former.text()).toBe(await wrong.text());
  const rows = JSON.stringify(await rowsOf(server, 'SELECT * FROM podcast_feed'));
  expect(`${rows}${server.log}`).not.toContain(secret);
  const path = API.feedItem(item.id);
  const other = (await client.signIn('other@dipper.example')).access_token;
  expect(refusedAs(await client.ask('DELETE', path, { token: other }))).toBe('404 NOT_FOUND');
  expect((await client.ask('DELETE', path, { token: owner })).body).toEqual({ removed: true });

  // A file that another task makes again keeps its item, so apps don't show it as a new episode.
  const makeAgain = async () => {
    const recipe = { kind: 'convert', to: 'mp3' };
    const made = await client.send(API.tasks, { task_id: audio, recipe }, owner);
    const { task_id } = createTaskReplySchema.parse(made.body);
    await client.merge(task_id);
    return feedItemSchema.parse((await add(task_id)).body);
  };
  const [before, twice] = [await makeAgain(), await makeAgain()];
  expect(twice.id).not.toBe(before.id);
  await rowsOf(
    server,
    `UPDATE merge_task SET expires_at = now() WHERE task_id = '${before.task_id}'`,
  );
  const third = await makeAgain();
  expect([third.id, third.added_at]).toEqual([before.id, before.added_at]);
  expect((await feedOf()).items).toHaveLength(2);

  const { url: last } = await feedOf();
  const gone = await client.ask('DELETE', API.feed, { token: owner });
  expect(gone.body).toEqual({ deleted: true });
  expect((await client.fetch(new URL(last ?? '').pathname)).status).toBe(404);
  expect((await feedOf()).url).toBeNull();
});

it('the command line with a key saves a file, or adds it to the feed', async () => {
  const { body } = await client.send(API.keys, { name: 'Terminal' }, owner);
  const { id, key } = createdKeyReplySchema.parse(body);
  const folder = mkdtempSync(join(tmpdir(), 'dipper-command-'));
  const link = `${origin.url}/dash/plain.mpd?command`;
  const dipper = (...argv: string[]) =>
    runCommand([link, ...argv], {
      ...{ cwd: folder, env: { DIPPER_URL: server.url, DIPPER_KEY: key } },
    });
  expect(await dipper('-f', 'best', '-o', 'a.mp4', '-q')).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(join(folder, 'a.mp4')).size).toBeGreaterThan(0);
  const history = await client.ask('GET', API.history, { token: owner });
  expect(historyReplySchema.parse(history.body).history[0]?.url).toBe(link);

  const added = await dipper('--feed', '--json');
  expect(added.code).toBe(0);
  const event = JSON.parse(added.stdout.toString().trimEnd().split('\n').at(-1) ?? '') as object;
  expect(event).toMatchObject({ type: 'added', item: { url: link, type: 'audio/mpeg' } });
  expect(await client.ask('DELETE', API.key(id), { token: owner })).toMatchObject({ status: 200 });
  expect(await dipper('--feed')).toMatchObject({ code: 6 });
  rmSync(folder, { recursive: true });
});

it('a webhook survives a receiver that is down and a server that is killed', async () => {
  status = 503;
  const taskId = await newTask();
  await start(taskId, owner);
  await message(taskId);
  await waitUntil(async () => (await deliveryOf(taskId))?.last_status === 503, 'the outcome');
  expect(await deliveryOf(taskId)).toMatchObject({ state: 'due', attempts: 1 });
  await server.kill('SIGKILL');
  status = 200;
  await server.run();
  await rowsOf(server, `UPDATE task_callback SET due_at = now() WHERE state = 'due'`);
  await waitUntil(async () => (await deliveryOf(taskId))?.state === 'delivered', 'the delivery');
  expect(new Set(messages(taskId).map(({ id }) => id)).size).toBe(1);
});

it('a webhook is sent even if no process noticed the end of the task', async () => {
  const taskId = await newTask();
  await client.merge(taskId);
  // Starting it again has no effect, so there is no event.
  expect((await start(taskId, owner)).body).toMatchObject({ status: 'complete' });
  expect((await message(taskId)).body.type).toBe('task.complete');
});

it('a cancelled task is reported to the latest URL only', async () => {
  const taskId = await newTask();
  const created = await client.ask('POST', API.tasks, {
    body: {
      task_id: (await client.search(`${origin.url}/dash/plain.mpd?webhook${links}`)).formats[0]
        ?.offer_id,
      recipe: { kind: 'clip', start: 0, end: 1 },
      callback_url: `${url}/old`,
    },
    token: owner,
  });
  expect(created.status).toBe(201);
  const { task_id: clip } = createTaskReplySchema.parse(created.body);
  await client.ask('POST', API.startMerge, {
    body: { task_id: clip, callback_url: url },
    token: owner,
  });
  await client.cancel(clip);
  await client.cancel(taskId);
  const { path, body } = await message(clip);
  expect(path).toBe('/hook');
  // A short clip may be finished before it is cancelled.
  expect(['task.cancelled', 'task.complete']).toContain(body.type);
  expect((await deliveryOf(clip))?.url).toBe(url);
});

it('a webhook requires an account and a public address', async () => {
  const taskId = await newTask();
  expect(refusedAs(await start(taskId))).toBe('401 NOT_SIGNED_IN');
  const key = await newKey('read');
  expect(refusedAs(await start(taskId, key))).toBe('403 KEY_SCOPE');
  for (const address of [
    'http://10.0.0.1/',
    'https://169.254.169.254/',
    'ftp://a.example/',
    server.url,
  ]) {
    expect(refusedAs(await start(taskId, owner, address))).toBe('422 CALLBACK_NOT_ALLOWED');
  }
  expect((await client.status(taskId)).status).toBe('prepared');
});

describe('the receiver of docs/extending.md', () => {
  let example: http.Server;
  let ended: MergeStatus[];
  const replies: number[] = [];
  let isFailing = false;
  let hook: string;
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await webhooks());
    ended = [];
    example = webhookReceiver(secret, (task) => {
      if (isFailing) {
        throw new Error('busy');
      }
      ended.push(task);
    });
    example.on('request', (_, response) => {
      response.on('finish', () => replies.push(response.statusCode));
    });
    await once(example.listen(0, '127.0.0.1'), 'listening');
    hook = `http://127.0.0.1:${(example.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((done) => example.close(done)));

  it('accepts a message from the server once', async () => {
    const taskId = await newTask();
    await start(taskId, owner, hook);
    await client.cancel(taskId);
    await waitUntil(async () => (await deliveryOf(taskId))?.state === 'delivered', 'the outcome');
    expect(ended.map(({ task_id }) => task_id)).toEqual([taskId]);
    const { id = '' } = (await deliveryOf(taskId)) ?? {};
    await client.ask('POST', API.webhookReplay(id), { token: owner });
    await waitUntil(() => replies.length === 2, 'the second message');
    expect([replies, ended.length]).toEqual([[204, 204], 1]);
  });

  it('refuses messages that the server has not just signed, and gets a message again if it could not be stored', async () => {
    const status = await client.status(await newTask());
    const text = JSON.stringify({ type: 'task.cancelled', data: status });
    const now = Math.floor(Date.now() / 1000);
    const genuine = { id: 'msg_other', timestamp: String(now), text };
    const signature = signatureOf(secret, genuine);
    const post = async (change: Partial<Received> = {}): Promise<number> => {
      const sent = { ...genuine, signature, ...change };
      const headers = {
        ...{ 'webhook-id': sent.id, 'webhook-timestamp': sent.timestamp },
        'webhook-signature': sent.signature,
      };
      return (await fetch(hook, { method: 'POST', headers, body: sent.text })).status;
    };
    const at = (timestamp: string): Partial<Received> => ({
      ...{ timestamp, signature: signatureOf(secret, { ...genuine, timestamp }) },
    });
    ended = [];
    const forged: readonly Partial<Received>[] = [
      { text: `${text} ` },
      { id: 'msg_another' },
      { timestamp: String(now + 1) },
      { signature: signatureOf(secret.replace(/_./, '_~'), genuine) },
      { signature: signature.replace('v1', 'v2') },
      { signature: signature.slice(0, -8) },
      { signature: '' },
      ...[String(now - 3600), String(now + 3600), 'now', ''].map(at),
    ];
    expect(await Promise.all(forged.map(post))).toEqual(forged.map(() => 401));
    expect(ended).toEqual([]);

    isFailing = true;
    expect(await post()).toBe(500);
    isFailing = false;
    expect([await post({ signature: `v1,former ${signature}` }), await post()]).toEqual([204, 204]);
    expect(ended).toEqual([status]);
    expect(await post({ text: 'x'.repeat(1_000_001) }).catch(() => 500)).toBe(500);
  });
});
