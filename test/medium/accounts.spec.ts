import {
  ACCOUNT_MESSAGES,
  API,
  meReplySchema,
  profileReplySchema,
  registerReplySchema,
  type SessionReply,
  sessionReplySchema,
  type User,
} from '@dipper/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountClient, type Answer, PASSWORD, refusedAs } from '../harness/account-client.js';
import { refusalOf } from '../harness/catalogue.js';
import { rowsOf } from '../harness/database.js';
import { exchangeRaw, requestText } from '../harness/raw-request.js';
import { TestServer } from '../harness/server.js';

const domains = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
const config = (name: string, value: object): void =>
  writeFileSync(join(domains, `${name}.json`), JSON.stringify(value));
config('default', { authentication_enabled: true });
config('plain.test', { authentication_enabled: false });

const EMAIL = 'me@dipper.example';
let server: TestServer;
let client: AccountClient;
let mine: SessionReply;

beforeAll(async () => {
  server = await TestServer.start({ env: { DOMAINS_DIR: domains } });
  client = new AccountClient(server);
  mine = await client.signIn(EMAIL);
});
afterAll(async () => {
  await server.stop();
  rmSync(domains, { recursive: true });
});

const me = async (token = mine.access_token): Promise<User> =>
  meReplySchema.parse((await client.ask('GET', API.me, { token })).body).user;

const POSTS = [
  ...[API.login, API.register, API.logout, API.refreshToken, API.changePassword],
  ...[API.verifyEmail, API.resendVerification, API.forgotPassword, API.resetPassword, API.history],
];

describe('a session', () => {
  it('lasts from sign-in through refreshes to sign-out, and its replies are never cached', async () => {
    const login = await client.send(API.login, {
      email: ' ME@Dipper.Example ',
      password: PASSWORD,
      remember_me: true,
    });
    expect([login.status, login.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const first = sessionReplySchema.parse(login.body);
    expect(first).toMatchObject({ user: { email: EMAIL, email_verified: false }, expires_in: 900 });

    const refresh = await client.ask('POST', API.refreshToken, { token: first.refresh_token });
    expect(refresh.headers.get('cache-control')).toBe('no-store');
    const next = sessionReplySchema.parse(refresh.body);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    expect(await me(next.access_token)).toEqual(next.user);

    const logout = await client.ask('POST', API.logout, { token: next.access_token });
    expect([logout.status, logout.body]).toEqual([200, { message: ACCOUNT_MESSAGES.loggedOut }]);
    const over = [
      await client.ask('GET', API.me, { token: next.access_token }),
      await client.ask('POST', API.refreshToken, { token: next.refresh_token }),
    ];
    expect(over.map(refusedAs)).toEqual(['401 SESSION_ENDED', '401 SESSION_ENDED']);
    expect(over.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ]);
  });

  it('accepts an access token only in the Authorization header', async () => {
    const token = mine.access_token;
    const cookie = `access_token=${token}`;
    const asked = {
      'to refresh': await client.ask('POST', API.refreshToken, { token }),
      'in the query': await client.ask('GET', `${API.me}?access_token=${token}`),
      'in the body': await client.ask('PUT', API.profile, { body: { access_token: token } }),
      'in a cookie': await client.ask('GET', API.me, { headers: { cookie } }),
      'as basic': await client.ask('GET', API.me, { headers: { authorization: `Basic ${token}` } }),
    };
    const opened = Object.entries(asked).filter(
      ([, answer]) => refusedAs(answer) !== '401 NOT_SIGNED_IN',
    );
    expect(opened).toEqual([]);
  });

  it('accepts a refresh token only for a refresh', async () => {
    const token = mine.refresh_token;
    const asked = [
      await client.ask('GET', API.me, { token }),
      await client.ask('POST', API.logout, { token }),
      await client.ask('PUT', API.profile, { token, body: {} }),
    ];
    expect(asked.map(refusedAs)).toEqual(Array.from(asked, () => '401 NOT_SIGNED_IN'));
  });

  it('ends when a stolen refresh token is used after its owner has refreshed', async () => {
    const stolen = await client.signIn('stolen@dipper.example');
    const renew = ({ refresh_token: token }: SessionReply) =>
      client.ask('POST', API.refreshToken, { token });
    const owner = sessionReplySchema.parse((await renew(stolen)).body);
    const later = sessionReplySchema.parse((await renew(owner)).body);
    expect(refusedAs(await renew(stolen))).toBe('401 SESSION_ENDED');
    expect(refusedAs(await renew(later))).toBe('401 SESSION_ENDED');
    expect(refusedAs(await client.ask('GET', API.me, { token: later.access_token }))).toBe(
      '401 SESSION_ENDED',
    );
  });
});

describe('a password', () => {
  it('can be changed by anyone who knows it, which immediately ends all other sessions', async () => {
    const email = 'changing@dipper.example';
    const [kept, other] = [await client.signIn(email), await client.signIn(email)];
    const change = (current: string, token: string) =>
      client.send(
        API.changePassword,
        { current_password: current, new_password: 'Other123' },
        token,
      );
    expect(refusedAs(await change('wrong', kept.access_token))).toBe('403 WRONG_PASSWORD');
    expect(await me(other.access_token)).toMatchObject({ email });
    const { body } = await change(PASSWORD, kept.access_token);
    expect(body).toEqual({ message: ACCOUNT_MESSAGES.passwordChanged });
    expect(await me(kept.access_token)).toMatchObject({ email });
    expect(refusedAs(await client.ask('GET', API.me, { token: other.access_token }))).toBe(
      '401 SESSION_ENDED',
    );
    const old = await client.send(API.login, { email, password: PASSWORD });
    expect(refusedAs(old)).toBe('401 BAD_CREDENTIALS');
    expect((await client.send(API.login, { email, password: 'Other123' })).status).toBe(200);
  });

  it('is refused exactly like an unknown address, with the same status, headers and body', async () => {
    const known = await client.send(API.login, { email: EMAIL, password: 'Wrong123' });
    const unknown = await client.send(API.login, {
      email: 'no@dipper.example',
      password: PASSWORD,
    });
    const long = await client.send(API.login, { email: EMAIL, password: 'x'.repeat(10_000) });
    const shown = ({ status, headers, body }: Answer) => [status, [...headers.keys()], body];
    expect(shown(unknown)).toEqual(shown(known));
    expect(shown(long)).toEqual(shown(known));
    expect(refusedAs(known)).toBe('401 BAD_CREDENTIALS');
  });

  it('is unchanged when its address registers again, and the reply does not reveal the account', async () => {
    const input = { password: 'Other123', username: 'new' };
    const known = await client.send(API.register, { ...input, email: 'ME@dipper.example' });
    const unknown = await client.send(API.register, { ...input, email: 'new@dipper.example' });
    expect([known.status, [...known.headers.keys()]]).toEqual([201, [...unknown.headers.keys()]]);
    const { user, message } = registerReplySchema.parse(known.body);
    expect(message).toBe(ACCOUNT_MESSAGES.registered);
    const { user: other } = registerReplySchema.parse(unknown.body);
    expect({ ...user, email: '' }).toEqual({ ...other, email: '' });
    expect((await client.send(API.login, { email: EMAIL, password: PASSWORD })).status).toBe(200);
  });
});

describe('a profile', () => {
  it('changes only in the fields that are sent', async () => {
    const { access_token: token } = await client.signIn('profile@dipper.example');
    const before = await me(token);
    const put = (body: unknown) => client.ask('PUT', API.profile, { body, token });
    const { body } = await put({
      ...{ display_name: ' Me ', avatar_url: '', preferences: { theme: 'dark', admin: true } },
      ...{ email: EMAIL, email_verified: true, id: '1', tier: 'pro', password_hash: 'x' },
      ...{ subscription: { tier: 'pro', usage_limits: { daily_limit: null } }, saved_count: -100 },
      ...{ verifiedAt: '2026-01-01', accountId: '1', sub: '1' },
    });
    const { profile, message } = profileReplySchema.parse(body);
    expect(message).toBe(ACCOUNT_MESSAGES.profileUpdated);
    const after = {
      ...before.profile,
      display_name: 'Me',
      preferences: { ...before.profile.preferences, theme: 'dark' },
    };
    expect(profile).toEqual(after);
    expect(await me(token)).toEqual({ ...before, profile: after });
    const [row] = await rowsOf<{ keys: string[] }>(
      server,
      `SELECT array_agg(DISTINCT key ORDER BY key) AS keys FROM account,
         jsonb_object_keys(profile || (profile -> 'preferences')) AS key`,
    );
    expect(row?.keys).toEqual([...Object.keys(after), ...Object.keys(after.preferences)].sort());
  });

  it('starts unverified and on the free plan, whatever a registration claims', async () => {
    const { body } = await client.send(API.register, {
      ...{ email: 'greedy@dipper.example', password: PASSWORD, tier: 'pro', email_verified: true },
      ...{ subscription: { tier: 'pro' }, profile: { display_name: 'x' }, id: 'chosen' },
    });
    expect(registerReplySchema.parse(body).user).toMatchObject({
      email_verified: false,
      subscription: { tier: 'free' },
      profile: { display_name: '' },
    });
    const rows = await rowsOf(
      server,
      `SELECT 1 FROM account WHERE id = 'chosen' OR tier <> 'free'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('hostile input', () => {
  const login = (email: unknown, password: unknown = PASSWORD) => ({ email, password });
  const BODIES: readonly [what: string, path: string, body: unknown, refusal: string][] = [
    ['an array for an address', API.login, login([EMAIL]), '400 EMAIL_INVALID'],
    ['an object for an address', API.login, login({ $gt: '' }), '400 EMAIL_INVALID'],
    ['no address', API.login, { password: PASSWORD }, '400 EMAIL_INVALID'],
    ['an address with a NUL', API.login, login('me\0@dipper.example'), '400 EMAIL_INVALID'],
    ['half a surrogate pair', API.login, login('me\ud800@dipper.example'), '400 EMAIL_INVALID'],
    ['header lines', API.login, login('me@dipper.example\r\nBcc: x@y.z'), '400 EMAIL_INVALID'],
    ['two addresses', API.login, login(`${EMAIL},x@y.z`), '400 EMAIL_INVALID'],
    ['a long address', API.login, login(`${'x'.repeat(250)}@d.example`), '400 EMAIL_INVALID'],
    ['SQL', API.login, login(`'or'1'='1'--@dipper.example`), '401 BAD_CREDENTIALS'],
    ['an array for a password', API.login, login(EMAIL, [PASSWORD]), '400 PASSWORD_REQUIRED'],
    ['a number for a password', API.login, login(EMAIL, 1e9), '400 PASSWORD_REQUIRED'],
    ['no password', API.login, login(EMAIL, ''), '400 PASSWORD_REQUIRED'],
    ['a password with a NUL', API.login, login(EMAIL, `${PASSWORD}\0`), '401 BAD_CREDENTIALS'],
    [
      'a text for a boolean',
      API.login,
      { ...login(EMAIL), remember_me: 'yes' },
      '400 INVALID_REQUEST',
    ],
    ['a list', API.login, [login(EMAIL)], '400 INVALID_REQUEST'],
    ['null', API.login, 'null', '400 INVALID_REQUEST'],
    ['no JSON', API.login, '{', '400 INVALID_REQUEST'],
    [
      'a prototype',
      API.login,
      `{"__proto__":{"email":"${EMAIL}","password":"${PASSWORD}"}}`,
      '400 EMAIL_INVALID',
    ],
    ['a short password', API.register, login('x@y.zz', 'Aa1'), '400 PASSWORD_TOO_SHORT'],
    [
      'a long password',
      API.register,
      login('x@y.zz', `Aa1${'x'.repeat(126)}`),
      '400 PASSWORD_TOO_LONG',
    ],
    ['no number', API.register, login('x@y.zz', 'Password'), '400 PASSWORD_NEEDS_NUMBER'],
    [
      'a name with a NUL',
      API.register,
      { ...login('x@y.zz'), username: 'a\0b' },
      '400 INVALID_REQUEST',
    ],
    ['10 MB', API.login, login(EMAIL, 'x'.repeat(10_000_000)), '413 PAYLOAD_TOO_LARGE'],
  ];

  it('is refused with the specific reason', async () => {
    const answers: unknown[] = [];
    for (const [what, path, body] of BODIES) {
      answers.push([what, refusedAs(await client.send(path, body))]);
    }
    expect(answers).toEqual(BODIES.map(([what, , , refusal]) => [what, refusal]));
  });

  const PROFILES: readonly [what: string, body: unknown, refusal?: string][] = [
    ['a NUL in a name', { display_name: 'a\0' }],
    ['half a surrogate pair in a name', { display_name: '\udc00' }],
    ['two lines', { country: 'a\nb' }],
    ['a NUL in an address', { avatar_url: 'https://x.example/\0' }, '400 AVATAR_INVALID'],
    [
      'half a surrogate pair in an address',
      { avatar_url: 'https://x.example/\ud800' },
      '400 AVATAR_INVALID',
    ],
    ['a script as an avatar', { avatar_url: 'javascript:alert(1)' }, '400 AVATAR_INVALID'],
    [
      'an avatar without encryption',
      { avatar_url: 'http://x.example/a.png' },
      '400 AVATAR_INVALID',
    ],
    ['an unknown choice', { preferences: { theme: 'pink' } }],
    ['a list of preferences', { preferences: [] }],
    ['null for a name', { display_name: null }],
    ['a prototype for preferences', { preferences: { theme: '__proto__' } }],
    ['a long name', { display_name: 'x'.repeat(81) }],
  ];

  it('is refused in a profile, which stays unchanged', async () => {
    const before = await me();
    const answers: unknown[] = [];
    for (const [what, body] of PROFILES) {
      const answer = await client.ask('PUT', API.profile, { body, token: mine.access_token });
      answers.push([what, refusedAs(answer)]);
    }
    expect(answers).toEqual(
      PROFILES.map(([what, , refusal = '400 INVALID_REQUEST']) => [what, refusal]),
    );
    expect(await me()).toEqual(before);
  });

  it('is stored as plain text if it is a script', async () => {
    const text = `<script>alert(1)</script>"'&{{x}}`;
    const body = { display_name: text, country: text };
    const { headers } = await client.ask('PUT', API.profile, { body, token: mine.access_token });
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ]);
    expect((await me()).profile).toMatchObject(body);
  });

  it('does not start a session if it is in headers', async () => {
    const token = mine.access_token;
    const lines = {
      'two tokens': `Authorization: Bearer ${token} ${token}`,
      'a list of tokens': `Authorization: Bearer x, Bearer ${token}`,
      'a token over two lines': `Authorization: Bearer\r\n ${token}`,
      'a token of 8 KB': `Authorization: Bearer ${'x'.repeat(8000)}`,
      'a name that is nearly it': `X-Authorization: Bearer ${token}`,
    };
    const first = [`GET ${API.me} HTTP/1.1`, 'Host: dipper.test', 'Connection: close'];
    const answers: [string, number][] = [];
    for (const [what, line] of Object.entries(lines)) {
      const { status } = await exchangeRaw(server, requestText([...first, line]));
      answers.push([what, status]);
    }
    expect(answers.filter(([, status]) => ![400, 401].includes(status))).toEqual([]);
  });

  it('gets no CORS permission if it comes from pages of other sites', async () => {
    const headers = { origin: 'https://evil.example' };
    const preflight = await client.ask('OPTIONS', API.me, {
      headers: { ...headers, 'access-control-request-headers': 'authorization' },
    });
    const read = await client.ask('GET', API.me, { headers, token: mine.access_token });
    for (const answer of [preflight, read]) {
      const names = [...answer.headers.keys()].filter((name) =>
        /^access-control|cookie/.test(name),
      );
      expect(names).toEqual([]);
    }
    // Browsers send forms without a preflight request, so the server must refuse them.
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const posted = await client.ask('POST', API.login, { body: 'email=x', headers: form });
    expect(refusedAs(posted)).toBe('415 JSON_EXPECTED');
  });
});

it('a domain without accounts responds to every account request with 404', async () => {
  const token = `Authorization: Bearer ${mine.access_token}`;
  const { status, ...reply } = refusalOf('NOT_FOUND');
  const ask = async (first: string, lines: string[] = [], body = ''): Promise<void> => {
    const all = [`${first} HTTP/1.1`, 'Host: plain.test', 'Connection: close', token, ...lines];
    if (body !== '') {
      all.push(`Content-Length: ${body.length}`);
    }
    const answer = await exchangeRaw(server, requestText(all, body));
    expect([first, answer.status]).toEqual([first, status]);
    expect(answer.head).toMatch(/^cache-control: no-store$/im);
    expect(answer.head).not.toMatch(/^set-cookie:/im);
    if (!first.startsWith('HEAD')) {
      expect(JSON.parse(answer.body)).toEqual(reply);
    }
  };
  const json = 'Content-Type: application/json';
  for (const path of POSTS) {
    await ask(`POST ${path}`, [json], JSON.stringify({ email: EMAIL, password: PASSWORD }));
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    await ask(`${method} ${API.me}`);
  }
  await ask(`PUT ${API.profile}`, [json], '{}');
  await ask(`GET ${API.history}`);
  await ask(`DELETE ${API.history}`);
  for (const path of [
    '/api/auth',
    '/api/auth/',
    '/api/AUTH/Me',
    '/api/auth/me/',
    '/api/auth/x?y',
  ]) {
    await ask(`GET ${path}`);
  }
  await ask(`POST ${API.login}`, [json], '{');
  await ask(`POST ${API.login}`, ['Content-Type: text/plain'], 'x');
  expect((await client.ask('GET', '/api/auth/unknown')).status).toBe(404);
});
