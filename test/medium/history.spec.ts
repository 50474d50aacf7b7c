import {
  API,
  type HistoryItem,
  historyKeptReplySchema,
  historyReplySchema,
  sessionReplySchema,
} from '@dipper/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { exchangeRaw, requestText } from '../harness/raw-request.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const DAILY = 4;
const PASSWORD = 'Correct Horse 9';
const DOWNLOAD = { url: 'https://video.example/watch/1', title: 'Title', format: 'video' };

let domains: string;
let origin: Origin;
let server: TestServer;
let client: TestClient;
let ada: string;
let bob: string;

beforeAll(async () => {
  domains = await mkdtemp(join(tmpdir(), 'dipper-domains-'));
  const write = (host: string, config: object) =>
    writeFile(join(domains, `${host}.json`), JSON.stringify(config));
  await write('default', { authentication_enabled: true, accounts: { dailyDownloads: DAILY } });
  await write('plain.example', { authentication_enabled: false });
  [origin, server] = await Promise.all([
    startOrigin(),
    TestServer.start({ env: { DOMAINS_DIR: domains } }),
  ]);
  client = new TestClient(server);
  [ada, bob] = await Promise.all([newAccount('ada'), newAccount('bob')]);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), rm(domains, { recursive: true })]);
});

const sent = (method: string, body: unknown, token?: string): RequestInit => ({
  method,
  headers: {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

async function newAccount(name: string): Promise<string> {
  const email = `${name}@people.example`;
  await client.fetch(API.register, sent('POST', { email, password: PASSWORD, username: name }));
  const reply = await client.fetch(API.login, sent('POST', { email, password: PASSWORD }));
  return sessionReplySchema.parse(await reply.json()).access_token;
}

async function list(token: string, query = ''): Promise<HistoryItem[]> {
  const reply = await client.fetch(API.history + query, sent('GET', undefined, token));
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return historyReplySchema.parse(await reply.json()).history;
}

async function keep(token: string, more: object = {}): Promise<boolean> {
  const reply = await client.fetch(API.history, sent('POST', { ...DOWNLOAD, ...more }, token));
  expect(reply.status).toBe(200);
  return historyKeptReplySchema.parse(await reply.json()).saved;
}

const listed = (token: string, holds: (rows: HistoryItem[]) => boolean): Promise<HistoryItem[]> =>
  waitUntil(async () => {
    const rows = await list(token);
    return holds(rows) ? rows : null;
  }, 'the history');

async function startAs(task: string, token: string): Promise<number> {
  const init = { headers: { authorization: `Bearer ${token}` } };
  return (await client.fetch(`${API.startMerge}?task_id=${task}`, init)).status;
}

/** Makes a task for a file that another task has already made. */
async function newTask(): Promise<string> {
  const info = await client.search(`${origin.url}/dash/plain.mpd?history`);
  return taskOf(pick(info, ({ resolution }) => resolution === '1080p'));
}

/** Clears both histories and resets the count for today. */
async function forget(): Promise<void> {
  await rowsOf(server, 'DELETE FROM download_history');
  await rowsOf(server, 'UPDATE account SET saved_count = 0');
}
beforeEach(forget);

describe('a merge started by a signed-in visitor', () => {
  it('appears in their history, completes there although they have left, and links to its file', async () => {
    const link = `${origin.url}/dash/plain.mpd?history`;
    const info = await client.search(link);
    const task = taskOf(pick(info, ({ resolution }) => resolution === '1080p'));
    expect(await startAs(task, ada)).toBe(200);
    const [row] = await listed(ada, ([first]) => first?.status === 'completed');
    expect(row).toMatchObject({
      ...{ title: info.title, platform: '127.0.0.1', format: 'video', quality: '1080p MP4' },
      ...{ url: info.webpage_url, file_url: API.file(task) },
    });
    expect(row?.expires_in_seconds).toBeGreaterThan(0);
    const file = await client.fetch(row?.file_url ?? '');
    expect((await file.arrayBuffer()).byteLength).toBe(row?.file_size);

    // Neither starting the task again nor a report from the page changes anything.
    await startAs(task, ada);
    expect(await keep(ada, { task_id: task, title: 'Said', quality: 'said' })).toBe(false);
    expect(await list(ada)).toHaveLength(1);
    // Other visitors have no entry until they start the task themselves. It is then complete
    // immediately.
    expect(await list(bob)).toEqual([]);
    await startAs(task, bob);
    expect(await listed(bob, (rows) => rows.length > 0)).toMatchObject([{ title: info.title }]);
  });

  it('is described as a clip if it is one, and disappears when it is cancelled', async () => {
    const info = await client.search(`${origin.url}/dash/plain.mpd?history`);
    const offer = pick(info, ({ resolution }) => resolution === '1080p').offer_id;
    const recipe = { kind: 'clip', start: 1, end: 2 };
    const made = await client.fetch(API.tasks, sent('POST', { task_id: offer, recipe }));
    const { task_id: task } = (await made.json()) as { task_id: string };
    // A page may report the merge first.
    await keep(ada, { task_id: task });
    expect(await list(ada)).toMatchObject([
      {
        ...{ quality: 'Clip 0:01-0:02, 1080p MP4', duration: 1, status: 'in_progress' },
        ...{ url: info.webpage_url, file_url: null },
      },
    ]);
    await client.cancel(task);
    await listed(ada, (rows) => rows.length === 0);
  });

  it.each([
    ['without a token', () => ''],
    ['with an invalid token', () => 'x.y.z'],
    ['with a token that has an extra letter', () => `${ada}x`],
  ])('runs without an entry in any history if it is started %s', async (_, token) => {
    const task = await newTask();
    expect(await startAs(task, token())).toBe(200);
    await client.merge(task);
    expect(await rowsOf(server, 'SELECT 1 FROM download_history')).toEqual([]);
  });
});

describe('a download that a page reports', () => {
  it('is saved once, up to a daily limit that clearing the history does not reset', async () => {
    expect([await keep(ada), await keep(ada)]).toEqual([true, false]);
    const others = Array.from({ length: DAILY - 1 }, (_, at) => `${DOWNLOAD.url}?n=${at}`);
    for (const url of others) {
      expect(await keep(ada, { url })).toBe(true);
    }
    const more = sent('POST', { ...DOWNLOAD, url: 'https://a.example' }, ada);
    const refused = { ...refusalOf('DAILY_LIMIT', { count: DAILY }) };
    expect(await client.refused(API.history, more)).toMatchObject(refused);
    await keep(bob);
    const cleared = await client.fetch(API.history, sent('DELETE', undefined, ada));
    expect(await cleared.json()).toEqual({ deleted: DAILY });
    expect([(await list(ada)).length, (await list(bob)).length]).toEqual([0, 1]);
    expect((await client.refused(API.history, more)).status).toBe(429);
  });

  it.each([
    ['a javascript: link', { url: 'javascript:alert(1)' }],
    ['a title with a NUL', { title: 'a\0b' }],
    ['a title that is too long', { title: 'x'.repeat(1001) }],
    ['an unknown format', { format: 'gif' }],
    ['a negative size', { file_size: -1 }],
    ['a size that is SQL', { file_size: '1; DROP TABLE account' }],
    ['a task that is SQL', { task_id: "x' OR 1=1" }],
    ['a data: URL as a thumbnail', { thumbnail_url: 'data:text/html,x' }],
  ])('is refused if it has %s', async (_, more) => {
    const refused = await client.refused(API.history, sent('POST', { ...DOWNLOAD, ...more }, ada));
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  it('is not saved for accounts that have switched the history off', async () => {
    const off = { preferences: { download_history_enabled: false } };
    await client.fetch(API.profile, sent('PUT', off, bob));
    expect([await keep(bob), await list(bob)]).toEqual([false, []]);
    const on = { preferences: { download_history_enabled: true } };
    await client.fetch(API.profile, sent('PUT', on, bob));
    expect(await keep(bob)).toBe(true);
  });

  it('does not let the image proxy fetch its thumbnail', async () => {
    const picture = `${origin.url}/never-handed-out.png`;
    await keep(ada, { thumbnail_url: picture });
    expect(await list(ada)).toMatchObject([{ thumbnail_url: picture }]);
    const relayed = await client.fetch(`${API.image}?url=${encodeURIComponent(picture)}`);
    expect(relayed.status).toBe(403);
  });
});

describe('reading the history', () => {
  it.each([
    ...['page=0', 'page=-1', 'page=NaN', 'page=1e99', 'page=1.5', 'page=1&page=2', 'limit=21'],
    ...['limit=0', 'limit=-20', 'sort=id', 'sort=title;DROP TABLE account', 'sort=date&sort=size'],
    ...['order=DESC', "order=asc'--", 'order=asc, (SELECT 1)', 'sort=constructor', 'page='],
  ])('is refused with %s', async (query) => {
    const path = `${API.history}?${query.replaceAll(' ', '%20')}`;
    const refused = await client.refused(path, sent('GET', undefined, ada));
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  it('never returns rows of another account, whatever the query contains', async () => {
    await keep(bob);
    const [account] = await rowsOf<{ id: string }>(
      server,
      `SELECT id FROM account WHERE email LIKE 'bob%'`,
    );
    const id = account?.id ?? '';
    const query = ['account_id', 'accountId', 'user', 'sub'].map((key) => `${key}=${id}`).join('&');
    expect(await list(ada, `?${query}`)).toEqual([]);
    await keep(ada, { account_id: id, accountId: id, id: '1', user: 'bob' });
    expect([(await list(ada)).length, (await list(bob)).length]).toEqual([1, 1]);
    await client.fetch(`${API.history}?${query}`, sent('DELETE', { account_id: id }, ada));
    expect([(await list(ada)).length, (await list(bob)).length]).toEqual([0, 1]);
  });

  it('requires a session, and is impossible after the session or the account has ended', async () => {
    const [once, gone] = await Promise.all([newAccount('once'), newAccount('gone')]);
    await keep(gone);
    await client.fetch(API.logout, sent('POST', undefined, once));
    await rowsOf(server, `DELETE FROM account WHERE email LIKE 'gone%'`);
    expect(await rowsOf(server, 'SELECT 1 FROM download_history')).toEqual([]);
    for (const [token, code] of [
      [undefined, 'NOT_SIGNED_IN'],
      ['x.y.z', 'NOT_SIGNED_IN'],
      [once, 'SESSION_ENDED'],
      [gone, 'SESSION_ENDED'],
    ] as const) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const body = method === 'POST' ? DOWNLOAD : undefined;
        const refused = await client.refused(API.history, sent(method, body, token));
        expect(refused).toMatchObject({ status: 401, code });
      }
    }
  });

  it('is impossible on a domain without accounts, whose merges never appear in a history', async () => {
    const ask = (path: string) =>
      exchangeRaw(
        server,
        requestText([
          ...[`GET ${path} HTTP/1.1`, 'Host: plain.example', `Authorization: Bearer ${ada}`],
          'Connection: close',
        ]),
      );
    expect((await ask(API.history)).status).toBe(404);
    const task = await newTask();
    expect((await ask(`${API.startMerge}?task_id=${task}`)).status).toBe(200);
    await client.merge(task);
    expect(await list(ada)).toEqual([]);
  });
});
