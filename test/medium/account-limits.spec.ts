import { API, sessionReplySchema } from '@dipper/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountClient,
  type Answer,
  cookieOf,
  PASSWORD,
  refusedAs,
} from '../harness/account-client.js';
import { TestServer } from '../harness/server.js';

const domains = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
writeFileSync(join(domains, 'default.json'), JSON.stringify({ authentication_enabled: true }));

let server: TestServer;
let client: AccountClient;

beforeAll(async () => {
  server = await TestServer.start({ env: { DOMAINS_DIR: domains, RATE_LIMIT: 'on' } });
  client = new AccountClient(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(domains, { recursive: true });
});

it('recognizes a device by a cookie, which only a sign-in sets and a new password renews', async () => {
  const email = 'device@dipper.example';
  const right = { email, password: PASSWORD };
  const registered = await client.send(API.register, right);
  const wrong = await client.send(API.login, { email, password: 'Wrong123' });
  const login = await client.send(API.login, right);
  const [cookie = '', attributes] = cookieOf(login);
  expect(cookie).toMatch(/^known_device=[\w-]{22}(\.[\w-]{22}){2}$/);
  expect(attributes).toMatch(
    /^Max-Age=31536000; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  );
  const { access_token: token, refresh_token } = sessionReplySchema.parse(login.body);
  const change = (body: object, more: object = {}) =>
    client.ask('POST', API.changePassword, { body, token, headers: { ...more } });
  const unknown = await change({ current_password: PASSWORD, new_password: 'Other123' });
  const again = await client.ask('POST', API.login, {
    body: { email, password: 'Other123' },
    headers: { cookie },
  });
  const [next = ''] = cookieOf(again);
  expect(next.split('.')[0]).toBe(cookie.split('.')[0]);
  const renewed = await change(
    { current_password: 'Other123', new_password: PASSWORD },
    { cookie: next },
  );
  expect(cookieOf(renewed)[0]).toMatch(/^known_device=/);
  expect(cookieOf(renewed)[0]).not.toBe(next);
  const others = [
    ...[registered, wrong, unknown, await client.ask('GET', API.me, { token })],
    await client.ask('POST', API.refreshToken, { token: refresh_token }),
    await client.ask('POST', API.logout, { token }),
  ];
  expect(others.map(cookieOf)).toEqual(others.map(() => []));
});

it('checks only a few of 200 wrong passwords, and does not affect open sessions', async () => {
  const email = 'me@dipper.example';
  const { access_token } = await client.signIn(email);
  const answers: Answer[] = [];
  while (answers.length < 200) {
    // Send the requests in batches, because opening 200 connections at the same time would time out
    // in fetch on a busy machine.
    const some = Array.from({ length: 50 }, () =>
      client.send(API.login, { email, password: 'Wrong123' }),
    );
    answers.push(...(await Promise.all(some)));
  }
  const compared = answers.filter(({ status }) => status === 401).length;
  // How many more than five are checked depends on the time that this takes, because the pause
  // doubles each time, and on whether Redis responds in time. Without Redis, a process starts
  // counting from zero.
  expect([compared > 0, compared < 40]).toEqual([true, true]);
  const later = answers.filter(({ status }) => status !== 401);
  expect(later.filter(({ status }) => ![429, 503].includes(status))).toEqual([]);
  expect(later.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
  const { status } = await client.ask('GET', API.me, { token: access_token });
  expect(status).toBe(200);
});

it('lets the owner sign in on known and new devices while 200 networks guess the password', async () => {
  const email = 'owner@dipper.example';
  const login = (from: string, password = PASSWORD, cookie = '') =>
    client.ask('POST', API.login, {
      body: { email, password },
      headers: { 'x-forwarded-for': from, ...(cookie !== '' && { cookie }) },
    });
  await client.send(API.register, { email, password: PASSWORD });
  const cookie = cookieOf(await login('203.0.113.1'))[0] ?? '';

  const outcomes: Record<string, number> = {};
  for (let round = 0; round < 4; round += 1) {
    const guesses = Array.from({ length: 50 }, (_, at) =>
      login(`198.18.${round * 50 + at}.1`, 'Wrong123'),
    );
    for (let time = 0; time < 5; time += 1) {
      // These sign-ins come from the network of one attacker.
      const { status } = await login(`198.18.${round * 50}.1`, PASSWORD, cookie);
      outcomes[status] = (outcomes[status] ?? 0) + 1;
    }
    expect(new Set((await Promise.all(guesses)).map(refusedAs))).toEqual(
      new Set(['401 BAD_CREDENTIALS']),
    );
  }
  expect(outcomes).toEqual({ 200: 20 });
  expect((await login('203.0.114.1')).status).toBe(200);
  const more = [];
  while (more.length < 12) {
    more.push(refusedAs(await login('198.18.0.1', 'Wrong123')));
  }
  expect(more).toContain('429 TOO_MANY_ATTEMPTS');
});

it('counts sign-ins from known devices separately from others at their IP address', async () => {
  const email = 'neighbour@dipper.example';
  const headers = { 'x-forwarded-for': '203.0.115.1' };
  await client.send(API.register, { email, password: PASSWORD });
  const login = (body: object, more: object = {}) =>
    client.ask('POST', API.login, { body, headers: { ...headers, ...more } });
  const cookie = cookieOf(await login({ email, password: PASSWORD }))[0] ?? '';
  const others = Array.from({ length: 60 }, (_, at) =>
    login({ email: `p${at}@dipper.example`, password: 'Wrong123' }),
  );
  expect((await Promise.all(others)).map(refusedAs)).toContain('429 RATE_LIMITED');
  expect((await login({ email, password: PASSWORD }, { cookie })).status).toBe(200);
});
