import {
  API,
  createdKeyReplySchema,
  type CreatedKeyReply,
  historyReplySchema,
  keysReplySchema,
} from '@dipper/contract';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, historyOf } from '../client/account-key.js';
import { AccountClient, type Answer, PASSWORD, refusedAs } from '../harness/account-client.js';
import { pick, taskOf } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const domains = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
const write = (host: string, config: object): void =>
  writeFileSync(join(domains, `${host}.json`), JSON.stringify(config));
write('default', { authentication_enabled: true });
write('plain.test', { authentication_enabled: false });

interface Documented {
  readonly security: readonly Record<string, readonly string[]>[];
}
const { paths } = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
};
/** Every endpoint under /api, with the scope that lets a key use it. */
const ENDPOINTS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(() => path.startsWith('/api/'))
    .map(([method, { security }]) => ({
      ...{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/, 'none') },
      scope: security.find((one) => one['apiKey'] !== undefined)?.['apiKey']?.[0] ?? null,
      needsSession: security.length > 0 && security.every((one) => one['accessToken']),
    })),
);

let server: TestServer;
let client: AccountClient;
let origin: Origin;
let owner: string;
const addresses = (function* () {
  for (let last = 1; ; last += 1) {
    yield `203.0.113.${last}`;
  }
})();

beforeAll(async () => {
  [origin, server] = await Promise.all([
    startOrigin(),
    TestServer.start({ env: { DOMAINS_DIR: domains, RATE_LIMIT: 'on' } }),
  ]);
  client = new AccountClient(server);
  owner = (await client.signIn('owner@dipper.example')).access_token;
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
  rmSync(domains, { recursive: true });
});

// An account may have ten keys.
afterEach(() => rowsOf(server, 'DELETE FROM api_key'));

async function newKey(input: object = {}, token = owner): Promise<CreatedKeyReply> {
  const { status, body } = await client.send(API.keys, { name: 'Bot', ...input }, token);
  expect(status).toBe(201);
  return createdKeyReplySchema.parse(body);
}

async function keysOf(token = owner) {
  return keysReplySchema.parse((await client.ask('GET', API.keys, { token })).body).keys;
}

/** Calls an endpoint with an invalid body. @returns the status, and the code if it is refused */
async function call(
  { method, path }: { method: string; path: string },
  headers: Record<string, string>,
): Promise<string> {
  const response = await client.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: '{}' }),
  });
  const text = await response.text();
  const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {};
  return `${response.status} ${code}`.trim();
}

describe('an API key', () => {
  it('is shown once, listed by its prefix and stored hashed, until it is revoked', async () => {
    const { key, ...shown } = await newKey({
      ...{ name: '  Nightly bot ', scopes: ['make', 'read'] },
      ...{ requests_per_minute: 5000, expires_in_days: 30 },
    });
    expect(shown).toMatchObject({
      ...{ name: 'Nightly bot', prefix: key.slice(0, 8), scopes: ['read', 'make'] },
      // A key never gets more requests than its tier allows.
      ...{ requests_per_minute: 120, last_used_at: null },
    });
    expect(await keysOf()).toContainEqual(shown);
    const rows = await rowsOf<object>(server, 'SELECT * FROM api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(8));

    const me = () => client.ask('GET', API.me, { token: key });
    expect((await me()).status).toBe(200);
    const [{ last_used_at: first } = { last_used_at: null }] = await waitUntil(async () => {
      const used = (await keysOf()).filter(({ last_used_at }) => last_used_at !== null);
      return used.length === 0 ? null : used;
    }, 'the last use');
    await me();
    expect((await keysOf())[0]?.last_used_at).toBe(first);

    const path = API.key(shown.id);
    const other = (await client.signIn('other@dipper.example')).access_token;
    expect(refusedAs(await client.ask('DELETE', path, { token: other }))).toBe('404 NOT_FOUND');
    const revoked = await client.ask('DELETE', path, { token: owner });
    expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }]);
    expect(refusedAs(await me())).toBe('401 KEY_INVALID');
  });

  it('expires', async () => {
    const { key } = await newKey({ expires_in_days: 1 });
    await rowsOf(
      server,
      `UPDATE api_key SET expires_at = now() WHERE prefix = '${key.slice(0, 8)}'`,
    );
    expect(refusedAs(await client.ask('GET', API.me, { token: key }))).toBe('401 KEY_EXPIRED');
  });

  it.each([
    [{ name: '' }],
    [{ name: 'Bot\r\nSet-Cookie: a=b' }],
    [{ name: 'Bot\u0000' }],
    [{ name: 'x'.repeat(81) }],
    [{ scopes: [] }],
    [{ scopes: ['admin'] }],
    [{ requests_per_minute: 0 }],
    [{ requests_per_minute: 1.5 }],
    [{ expires_in_days: -1 }],
  ])('is not created from %j', async (input) => {
    const answer = await client.send(API.keys, { name: 'Bot', ...input }, owner);
    expect(refusedAs(answer)).toBe('400 INVALID_REQUEST');
  });

  it('cannot be created beyond the limit of ten, even concurrently', async () => {
    const token = (await client.signIn('many@dipper.example')).access_token;
    const all = await Promise.all(
      Array.from({ length: 15 }, () => client.send(API.keys, { name: 'Bot' }, token)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(new Set(all.filter(({ status }) => status !== 201).map(refusedAs))).toEqual(
      new Set(['409 TOO_MANY_KEYS']),
    );
  });

  it('is revoked by a password reset, but not by a password change', async () => {
    const email = 'changing@dipper.example';
    const { access_token: token } = await client.signIn(email);
    const { key } = await newKey({}, token);
    const change = { current_password: PASSWORD, new_password: 'Other123' };
    expect((await client.send(API.changePassword, change, token)).status).toBe(200);
    expect((await client.ask('GET', API.me, { token: key })).status).toBe(200);
    await client.send(API.forgotPassword, { email });
    const reset = await waitUntil(
      () => /auth=reset-password&token=([\w-]+)/.exec(server.log)?.[1] ?? null,
      'the link',
    );
    await client.send(API.resetPassword, { token: reset, new_password: PASSWORD });
    expect(refusedAs(await client.ask('GET', API.me, { token: key }))).toBe('401 KEY_INVALID');
  });
});

describe('every documented endpoint', () => {
  const from = () => ({ 'x-forwarded-for': addresses.next().value ?? '' });

  it.each(['KEY_INVALID', 'KEY_EXPIRED'])('refuses a key that is %s', async (code) => {
    const { key } = await newKey({ expires_in_days: 1 });
    await rowsOf(
      server,
      `UPDATE api_key SET expires_at = now() WHERE prefix = '${key.slice(0, 8)}'`,
    );
    const authorization = `Bearer ${code === 'KEY_EXPIRED' ? key : key.slice(0, -1)}`;
    const replies = await Promise.all(
      ENDPOINTS.map((endpoint) => call(endpoint, { authorization, ...from() })),
    );
    expect(replies).toEqual(ENDPOINTS.map(() => `401 ${code}`));
  });

  it.each([[['read']], [['make']]])('checks the scope of a key for %j', async (scopes) => {
    const { key } = await newKey({ scopes });
    const authorization = `Bearer ${key}`;
    const outcomes = await Promise.all(
      ENDPOINTS.map(async (endpoint) => {
        const reply = await call(endpoint, { authorization, ...from() });
        return { ...endpoint, reply };
      }),
    );
    const allowed = outcomes.filter(({ scope }) => scope !== null && scopes.includes(scope));
    expect(allowed.length).toBeGreaterThan(3);
    expect(
      allowed.filter(({ reply }) => /^40[13]/.test(reply) && !reply.endsWith('GRANTED')),
    ).toEqual([]);
    const others = outcomes.filter((outcome) => !allowed.includes(outcome));
    expect(others.filter(({ reply }) => reply !== '403 KEY_SCOPE')).toEqual([]);
  });

  it('requires a key or a session exactly where the document states it', async () => {
    const outcomes = await Promise.all(
      ENDPOINTS.map(async (endpoint) => ({ ...endpoint, reply: await call(endpoint, from()) })),
    );
    const isRefused = (reply: string): boolean => reply === '401 NOT_SIGNED_IN';
    const refused = outcomes.filter(({ reply }) => isRefused(reply)).map(({ path }) => path);
    const documented = outcomes.filter(
      ({ needsSession, scope, path }) =>
        needsSession ||
        (scope !== null && path.startsWith('/api/auth/')) ||
        path === API.refreshToken,
    );
    expect(new Set(refused)).toEqual(new Set(documented.map(({ path }) => path)));
  });

  it('reports the limit of the key if fewer requests are left, and refuses requests beyond it', async () => {
    const { key } = await newKey({ requests_per_minute: 2 });
    const ask = (token?: string): Promise<Answer> =>
      client.ask('POST', API.search, { body: {}, ...(token && { token }), headers: from() });
    const replies = [await ask(key), await ask(key), await ask(key)];
    const headersOf = ({ headers }: Answer) =>
      ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));
    expect(replies.map(headersOf)).toEqual([
      ['2', '1'],
      ['2', '0'],
      ['2', '0'],
    ]);
    const [, , last] = replies as [Answer, Answer, Answer];
    expect(refusedAs(last)).toBe('429 RATE_LIMITED');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([...last.headers.keys()].filter((name) => name.endsWith('-key'))).toEqual([]);
    expect(headersOf(await ask())).toEqual(['60', '59']);
  });

  it('counts against one limit of the key, unless the endpoint has no limit', async () => {
    const { key } = await newKey({ requests_per_minute: 1 });
    const authorization = `Bearer ${key}`;
    const first = { method: 'GET', path: API.me };
    expect(await call(first, { authorization, ...from() })).toBe('200');
    const outcomes = await Promise.all(
      ENDPOINTS.map(async ({ method, path }) => ({
        endpoint: `${method} ${path}`,
        reply: await call({ method, path }, { authorization, ...from() }),
      })),
    );
    const admitted = outcomes.filter(({ reply }) => reply !== '429 RATE_LIMITED');
    // These are polling, files, and requests from monitors and pages.
    expect(admitted.map(({ endpoint }) => endpoint)).toEqual([
      'GET /api/download/status/none',
      'GET /api/download/file/none',
      'GET /api/download/bundle/none',
      'GET /api/config',
      'GET /api/domain-config',
      'GET /api/health',
      'GET /api/ready',
      'GET /api/status',
      'GET /api/openapi.json',
      'GET /api/docs',
    ]);
  });
});

it('the program in docs/extending.md creates and uses a key', async () => {
  const email = 'archive@dipper.example';
  const { access_token: token } = await client.signIn(email);
  const key = await createKey(server.url, email, PASSWORD);
  expect(await historyOf(server.url, key)).toMatchObject({ history: [], total: 0 });
  const [shown] = await keysOf(token);
  expect(shown).toMatchObject({ name: 'Archive', scopes: ['read'], requests_per_minute: 30 });
  const started = await client.ask('POST', API.startMerge, {
    body: { task_id: 'none' },
    token: key,
  });
  expect(refusedAs(started)).toBe('403 KEY_SCOPE');
  await client.ask('DELETE', API.key(shown?.id ?? ''), { token });
  await expect(historyOf(server.url, key)).rejects.toMatchObject({
    reply: { status: 401, code: 'KEY_INVALID' },
  });
});

describe('a request with an Idempotency-Key', () => {
  const links = [{ links: ['https://video.example/1'] }, { links: ['https://video.example/2'] }];
  const create = (name: string, key: string, token = owner): Promise<Answer> =>
    client.ask('POST', API.keys, { body: { name }, token, headers: { 'idempotency-key': key } });
  const again = 'idempotency-replayed';

  it('creates only once, and gets the same reply again', async () => {
    const token = (await client.signIn('once@dipper.example')).access_token;
    const first = await create('Bot', '"8e03978e"', token);
    const second = await create('Bot', '"8e03978e"', token);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect([first.headers.get(again), second.headers.get(again)]).toEqual([null, 'true']);
    expect(await keysOf(token)).toHaveLength(1);
    const { key } = createdKeyReplySchema.parse(first.body);
    const rows = JSON.stringify(await rowsOf(server, 'SELECT * FROM idempotent_request'));
    expect(['8e03978e', key.slice(8), 'Bot'].filter((secret) => rows.includes(secret))).toEqual([]);

    expect(refusedAs(await create('Other', '"8e03978e"', token))).toBe('422 IDEMPOTENCY_MISMATCH');
    // Other senders have separate keys, and keys are forgotten after a day.
    expect((await create('Other', '"8e03978e"')).status).toBe(201);
    await rowsOf(
      server,
      `UPDATE idempotent_request SET begun_at = begun_at - interval '1 day' WHERE reply IS NOT NULL`,
    );
    expect((await create('Other', '"8e03978e"', token)).status).toBe(201);
  });

  it('creates only once if many arrive concurrently', async () => {
    const token = (await client.signIn('at-once@dipper.example')).access_token;
    const all = await Promise.all(Array.from({ length: 8 }, () => create('Bot', 'k', token)));
    expect(all.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const others = all.filter(({ status }) => status !== 201);
    expect(new Set(others.map(refusedAs)).size).toBeLessThan(2);
    expect(others.every((one) => refusedAs(one) === '409 IDEMPOTENCY_BUSY')).toBe(true);
    expect(await keysOf(token)).toHaveLength(1);
    expect((await create('Bot', 'k', token)).status).toBe(201);
  });

  it('may be repeated after a refusal, and after its process has died', async () => {
    const token = (await client.signIn('refused@dipper.example')).access_token;
    expect((await create('', 'k', token)).status).toBe(400);
    expect((await create('Bot', 'k', token)).status).toBe(201);
    const dead = `UPDATE idempotent_request SET reply = NULL, begun_at = now() - interval '`;
    await rowsOf(server, `${dead}50 s'`);
    expect(refusedAs(await create('Bot', 'k', token))).toBe('409 IDEMPOTENCY_BUSY');
    await rowsOf(server, `${dead}61 s'`);
    expect((await create('Bot', 'k', token)).status).toBe(201);
    expect(await keysOf(token)).toHaveLength(2);
  });

  it.each(['', 'ä', 'a b', 'x'.repeat(256)])('is refused with the key %j', async (key) => {
    const headers = { 'idempotency-key': key };
    const answer = await client.ask('POST', API.lists, { body: links[0], headers });
    expect(answer.status).toBe(400);
  });

  it('is tied to one endpoint and one address', async () => {
    const ask = (at: 0 | 1, address: string) =>
      client.ask('POST', API.lists, {
        body: links[at],
        headers: { 'idempotency-key': 'list', 'x-forwarded-for': address },
      });
    const [mine, repeated, others] = [
      await ask(0, '198.51.100.1'),
      await ask(0, '198.51.100.1'),
      await ask(1, '198.51.100.2'),
    ];
    expect([mine.status, others.status, repeated.body]).toEqual([200, 200, mine.body]);
    expect(refusedAs(await ask(1, '198.51.100.1'))).toBe('422 IDEMPOTENCY_MISMATCH');
  });
});

it('a site without accounts refuses a key, and its account paths return 404', async () => {
  const { key } = await newKey();
  const headers = { authorization: `Bearer ${key}`, host: 'plain.test' };
  const ask = (path: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      http.get(`${server.url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
  expect([await ask(API.config), await ask(API.me)]).toEqual([401, 404]);
});

it('a task that was started with a key is in the history of its account', async () => {
  const { access_token } = await client.signIn('history@dipper.example');
  const { key } = await newKey({}, access_token);
  const headers = { authorization: `Bearer ${key}` };
  const info = await client.search(`${origin.url}/dash/plain.mpd?keys`);
  const taskId = taskOf(pick(info, ({ task_id }) => task_id !== undefined));
  const started = await client.fetch(`${API.startMerge}?task_id=${taskId}`, { headers });
  expect(started.status).toBe(200);
  await waitUntil(async () => {
    const reply = await client.fetch(API.history, { headers });
    return historyReplySchema.parse(await reply.json()).total === 1;
  }, 'the entry');
  await client.cancel(taskId);
});

it('no key is in the log, the metrics or a reply to another request', async () => {
  const { key } = await newKey();
  const authorization = `Bearer ${key}`;
  await client.fetch(`/api/${key}?key=${key}`, { headers: { authorization } });
  await client.fetch(API.config, {
    headers: { authorization, referer: `/${key}`, 'x-request-id': key },
  });
  await client.fetch(API.search, { method: 'POST', headers: { authorization }, body: key });
  const metrics = await (await client.fetch(API.metrics)).text();
  const config = await client.fetch(API.config, { headers: { authorization } });
  const all = [server.log, metrics, await config.text(), JSON.stringify([...config.headers])];
  expect(all.filter((text) => text.includes(key.slice(8)))).toEqual([]);
});
