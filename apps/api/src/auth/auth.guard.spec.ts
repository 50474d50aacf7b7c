import { type CanActivate, type ExecutionContext, Logger } from '@nestjs/common';
import { ERRORS } from '@dipper/contract';
import type { Request, Response } from 'express';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { AuthGuard, ExpiredAuthGuard, OptionalAuthGuard } from './auth.guard.js';
import { bearer } from './bearer.js';
import { deriveKey, Keys } from '../infra/keys/keys.js';
import { ExpiredJwtStrategy, JwtStrategy } from './jwt.strategy.js';
import { mintApiKey } from './key/api-key.js';
import { ApiKeyStrategy } from './key/api-key.strategy.js';
import type { ApiKeyRepository, FoundKey } from './key/api-keys.repository.js';
import { ApiKeys } from './key/api-keys.service.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { principalOf, setPrincipal } from '../infra/principal/principal.js';
import { Scope, ScopeGuard } from '../infra/principal/scope.js';
import { Reflector } from '@nestjs/core';
import { identify } from './identify.js';
import { AccessTokens } from './session/access-tokens.js';
import { mintRefreshToken, newSessionId } from './session/refresh-token.js';
import type { SessionsService } from './session/sessions.service.js';

const SECRET = 'a secret of at least sixteen characters';
const NOW = new Date('2026-11-22T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const WHO: SignedInSession = { accountId: 'account', sessionId: 'session', tier: 'free' };
const SENDER = { kind: 'account', key: '192.0.2.1', ...WHO };
const CLAIMS = {
  ...{ sub: 'account', sid: 'session', typ: 'access' },
  ...{ iss: 'dipper', aud: 'dipper-api', iat: SECONDS, exp: SECONDS + 900 },
};
const KEY = deriveKey(SECRET, 'access token');

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** Makes a token by hand that none of our libraries would create. */
function forge(
  claims: unknown,
  key: Buffer | string = KEY,
  header: object = { alg: 'HS256' },
): string {
  const body = `${encoded({ typ: 'JWT', ...header })}.${encoded(claims)}`;
  const hash = 'alg' in header && header.alg === 'HS512' ? 'sha512' : 'sha256';
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
}

function signedByRsa(claims: unknown): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
}

const live = new Set<string>();
const accessTokens = new AccessTokens(new Keys(SECRET));
const sessions = {
  isLive: ({ accountId, sessionId }: Pick<SignedInSession, 'accountId' | 'sessionId'>) =>
    Promise.resolve(live.has(`${accountId} ${sessionId}`)),
} as SessionsService;
/** Passport keeps only the last strategy that was registered under a name. */
const useTokens = (tokens: AccessTokens): void => {
  new JwtStrategy(tokens);
  new ExpiredJwtStrategy(tokens);
};
const [guard, logoutGuard] = [new AuthGuard(sessions), new ExpiredAuthGuard()];

/** The principal of an accepted request, or the error code of a refused one. */
async function outcome(
  authorization: string | undefined,
  more: object = {},
  by: CanActivate = guard,
): Promise<unknown> {
  const request = { ip: '192.0.2.1', headers: { authorization }, ...more } as Request;
  const http = { getRequest: () => request, getResponse: () => ({}) };
  try {
    setPrincipal(request, await identify(request, {} as Response));
    await by.canActivate({ switchToHttp: () => http } as unknown as ExecutionContext);
    return principalOf(request);
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  live.clear();
  live.add('account session');
  useTokens(accessTokens);
});
afterEach(() => jest.useRealTimers());

it('accepts the access token of a live session', async () => {
  const token = await accessTokens.sign(WHO);
  expect(await outcome(`Bearer ${token}`)).toEqual(SENDER);
  expect(await outcome(`bearer   ${token}`)).toEqual(SENDER);
  // Check that an unmodified handmade token is valid.
  expect(await outcome(`Bearer ${forge(CLAIMS)}`)).toEqual(SENDER);
});

it('refuses a token once its session has ended', async () => {
  const token = await accessTokens.sign(WHO);
  live.clear();
  expect(await outcome(`Bearer ${token}`)).toBe('SESSION_ENDED');
  live.add('another session');
  expect(await outcome(`Bearer ${token}`)).toBe('SESSION_ENDED');
});

it.each<[string, Keys, string | object]>([
  ['accepts the tokens of the previous secret', new Keys(SECRET), SENDER],
  ['refuses the tokens of any older secret', new Keys(`${SECRET}0`), 'NOT_SIGNED_IN'],
  ['accepts its own tokens', new Keys(`${SECRET}2`), SENDER],
])('with a new secret, %s', async (_, signer, expected) => {
  const rotated = new AccessTokens(new Keys(`${SECRET}2`, SECRET));
  useTokens(rotated);
  const token = await new AccessTokens(signer).sign(WHO);
  expect(await outcome(`Bearer ${token}`)).toEqual(expected);
  // New tokens need only the new secret.
  useTokens(new AccessTokens(new Keys(`${SECRET}2`)));
  expect(await outcome(`Bearer ${await rotated.sign(WHO)}`)).toEqual(SENDER);
});

it('accepts a token for exactly 15 minutes', async () => {
  const token = await accessTokens.sign(WHO);
  jest.setSystemTime(NOW.getTime() + 899_999);
  expect(await outcome(`Bearer ${token}`)).toEqual(SENDER);
  jest.setSystemTime(NOW.getTime() + 900_000);
  expect(await outcome(`Bearer ${token}`)).toBe('SESSION_ENDED');
  live.clear();
  expect(await outcome(`Bearer ${token}`, {}, logoutGuard)).toEqual(SENDER);
});

const [head = '', body = '', signature = ''] = forge(CLAIMS).split('.');
const refresh = mintRefreshToken(newSessionId(), deriveKey(SECRET, 'refresh token')).token;

it.each<[string, string]>([
  ['a refresh token', refresh],
  ['a token with the alg none', `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(CLAIMS)}.`],
  ['a token with the alg None and a signature', `${encoded({ alg: 'None' })}.${body}.${signature}`],
  ['a token without an alg', `${encoded({ typ: 'JWT' })}.${body}.${signature}`],
  ['a token with another HMAC', forge(CLAIMS, KEY, { alg: 'HS512' })],
  ['a token with an RSA signature', signedByRsa(CLAIMS)],
  [
    'a token that brings its own key in the header',
    forge(CLAIMS, 'own', { alg: 'HS256', jwk: { kty: 'oct', k: encoded('own') } }),
  ],
  ['a key id that is a path', forge(CLAIMS, '', { alg: 'HS256', kid: '/dev/null' })],
  ['an empty key', forge(CLAIMS, '')],
  ['the secret itself as the key', forge(CLAIMS, SECRET)],
  ['the key of refresh tokens', forge(CLAIMS, deriveKey(SECRET, 'refresh token'))],
  ['the key of another installation', forge(CLAIMS, deriveKey(`${SECRET}2`, 'access token'))],
  ['another issuer', forge({ ...CLAIMS, iss: 'evil' })],
  ['a missing issuer', forge({ ...CLAIMS, iss: undefined })],
  ['another audience', forge({ ...CLAIMS, aud: 'dipper' })],
  ['a missing audience', forge({ ...CLAIMS, aud: undefined })],
  ['another type', forge({ ...CLAIMS, typ: 'refresh' })],
  ['a missing type', forge({ ...CLAIMS, typ: undefined })],
  ['a list of types', forge({ ...CLAIMS, typ: ['access'] })],
  ['an account that is an object', forge({ ...CLAIMS, sub: { $ne: '' } })],
  ['an account with a NUL', forge({ ...CLAIMS, sub: 'account\0' })],
  ['a missing session', forge({ ...CLAIMS, sid: undefined })],
  ['a malformed session id', forge({ ...CLAIMS, sid: "' OR 1=1 --" })],
  ['a token that is not valid yet', forge({ ...CLAIMS, nbf: SECONDS + 60 })],
  ['claims that are a string', forge('{}')],
  ['claims that are not JSON', forge('a')],
  ['claims that are not JSON, without an alg and a signature', 'eyJ0eXAiOiJKV1QifQ.YQ.'],
  [
    'changed claims with the old signature',
    `${head}.${encoded({ ...CLAIMS, sub: 'admin' })}.${signature}`,
  ],
  ['a truncated signature', `${head}.${body}.${signature.slice(0, -4)}`],
  ['a missing signature', `${head}.${body}.`],
  ['a token with two parts', `${head}.${body}`],
  ['an encrypted token with five parts', `${head}..${body}.${body}.${signature}`],
  ['text that is not a token', 'rubbish'],
])('refuses %s', async (_, token) => {
  expect(await outcome(`Bearer ${token}`)).toBe('NOT_SIGNED_IN');
  expect(await outcome(`Bearer ${token}`, {}, logoutGuard)).toBe('NOT_SIGNED_IN');
});

it('does not report a forged token as an expired one', async () => {
  const old = { ...CLAIMS, exp: SECONDS - 1 };
  expect(await outcome(`Bearer ${forge(old)}`)).toBe('SESSION_ENDED');
  expect(await outcome(`Bearer ${forge(old, 'evil')}`)).toBe('NOT_SIGNED_IN');
});

it('reads the token from the Authorization header only', async () => {
  const token = forge(CLAIMS);
  const elsewhere = {
    url: `/api/auth/me?access_token=${token}&auth_token=${token}`,
    query: { access_token: token, auth_token: token },
    body: { access_token: token, auth_token: token },
    cookies: { access_token: token },
  };
  expect(await outcome(undefined, elsewhere)).toBe('NOT_SIGNED_IN');
});

describe('OptionalAuthGuard', () => {
  const VISITOR = { kind: 'visitor', key: '192.0.2.1', tier: null, refusal: 'NOT_SIGNED_IN' };
  const down = { isLive: () => Promise.reject(new Error('down')) } as Partial<SessionsService>;
  const good = (): Promise<string> => accessTokens.sign(WHO).then((token) => `Bearer ${token}`);

  it.each<[string, string | undefined, SessionsService, unknown]>([
    ['the account of a live session', 'good', sessions, SENDER],
    ['a visitor without a token', undefined, sessions, VISITOR],
    ['a visitor with a malformed token', 'Bearer rubbish', sessions, VISITOR],
    ['a visitor with another scheme', 'Basic x', sessions, VISITOR],
    [
      'a visitor while the database is down',
      'good',
      down as SessionsService,
      { ...VISITOR, refusal: 'SESSION_ENDED' },
    ],
  ])('lets a request pass as a request of %s', async (_, given, known, principal) => {
    const authorization = given === 'good' ? await good() : given;
    expect(await outcome(authorization, {}, new OptionalAuthGuard(known))).toEqual(principal);
  });

  it("treats a request from an ended session as a visitor's", async () => {
    live.clear();
    const by = new OptionalAuthGuard(sessions);
    expect(await outcome(await good(), {}, by)).toMatchObject({ kind: 'visitor', tier: null });
  });
});

describe('API keys', () => {
  const mine = mintApiKey();
  const FOUND: FoundKey = {
    ...{ id: 'k', accountId: 'account', tier: 'free', scopes: ['read'], requestsPerMinute: 7 },
    ...{ isExpired: false, isUseOld: false },
  };
  const PRINCIPAL = {
    ...{ kind: 'key', key: '192.0.2.1', keyId: 'k', accountId: 'account', tier: 'free' },
    ...{ scopes: ['read'], requestsPerMinute: 7 },
  };
  const noteUse = jest.fn(() => Promise.reject(new Error('down')));
  let found: Partial<FoundKey> = {};
  const useKeys = (find: (hash: string) => Promise<FoundKey | null>): void => {
    new ApiKeyStrategy(new ApiKeys({ find, noteUse } as unknown as ApiKeyRepository));
  };

  beforeEach(() => {
    found = {};
    useKeys((hash) => Promise.resolve(hash === mine.hash ? { ...FOUND, ...found } : null));
  });

  it('identify their account, and are limited by its tier', async () => {
    expect(await outcome(`Bearer ${mine.key}`)).toEqual(PRINCIPAL);
    expect(await outcome(`Bearer ${mine.key}`, {}, new OptionalAuthGuard(sessions))).toEqual(
      PRINCIPAL,
    );
    found = { tier: 'pro', requestsPerMinute: null };
    expect(await outcome(`Bearer ${mine.key}`)).toMatchObject({
      ...{ key: 'account account', requestsPerMinute: 1200 },
    });
    found = { requestsPerMinute: 9999 };
    expect(await outcome(`Bearer ${mine.key}`)).toMatchObject({ requestsPerMinute: 120 });
  });

  it('record their use once a minute, without delaying or failing a request', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await outcome(`Bearer ${mine.key}`);
    expect(noteUse).not.toHaveBeenCalled();
    found = { isUseOld: true };
    expect(await outcome(`Bearer ${mine.key}`)).toEqual(PRINCIPAL);
    expect(noteUse.mock.calls).toEqual([['k']]);
  });

  it.each([
    ['an unknown key', `Bearer ${mintApiKey().key}`, 'KEY_INVALID'],
    ['a damaged key', `Bearer ${mine.key.slice(0, -1)}`, 'KEY_INVALID'],
    ['a key that is not a bearer token', `Bearer ${mine.key}ä`, 'KEY_INVALID'],
    ['two keys', `Bearer ${mine.key} ${mine.key}`, 'KEY_INVALID'],
    ['a key of another scheme', `Basic ${mine.key}`, 'KEY_INVALID'],
    ['a key without a scheme', mine.key, 'KEY_INVALID'],
    ['the prefix', 'Bearer dip_', 'KEY_INVALID'],
  ])('refuse %s instead of treating it as anonymous', async (_, authorization, code) => {
    const optional = new OptionalAuthGuard(sessions);
    expect(await outcome(authorization, {}, optional)).toBe(code);
    expect(await outcome(authorization, {}, logoutGuard)).toBe(code);
  });

  it('are refused after they expire, and while they cannot be looked up', async () => {
    found = { isExpired: true };
    expect(await outcome(`Bearer ${mine.key}`)).toBe('KEY_EXPIRED');
    useKeys(() => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })));
    const optional = new OptionalAuthGuard(sessions);
    expect(await outcome(`Bearer ${mine.key}`, {}, optional)).toBe('ECONNREFUSED');
  });

  it('never end a session', async () => {
    expect(await outcome(`Bearer ${mine.key}`, {}, logoutGuard)).toBe('NOT_SIGNED_IN');
  });

  it.each<[string, 'read' | 'make' | undefined, ('read' | 'make')[], boolean]>([
    ['of its scope', 'read', ['read'], true],
    ['of one of its scopes', 'make', ['read', 'make'], true],
    ['of another scope', 'make', ['read'], false],
    ['of the wider scope only', 'read', ['make'], false],
    ['without a scope', undefined, ['read', 'make'], false],
  ])('reach a handler %s (%j, %j): %j', (_, scope, scopes, reaches) => {
    const request = {};
    setPrincipal(request, { ...PRINCIPAL, kind: 'key', tier: 'free', scopes });
    const handler = (): void => {};
    if (scope !== undefined) {
      Scope(scope)(handler);
    }
    const context = {
      ...{ getType: () => 'http', getHandler: () => handler, getClass: () => Object },
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    const pass = () => new ScopeGuard(new Reflector()).canActivate(context);
    if (reaches) {
      expect(pass()).toBe(true);
    } else {
      expect(pass).toThrow(ERRORS.KEY_SCOPE.message);
    }
  });
});

it('counts a paid account by itself, and any other by its address', async () => {
  const paid = await accessTokens.sign({ ...WHO, tier: 'pro' });
  expect(await outcome(`Bearer ${paid}`)).toMatchObject({ key: 'account account', tier: 'pro' });
  // An older version issued tokens without a tier.
  expect(await outcome(`Bearer ${forge(CLAIMS)}`)).toMatchObject({
    key: '192.0.2.1',
    tier: 'free',
  });
});

it.each([
  [undefined, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ['BEARER token', 'token'],
  ['Basic token', null],
  ['Token token', null],
  ['Bearer one two', null],
  ['Bearer one, Bearer two', null],
  ['Basic x, Bearer token', null],
  [' Bearer token', null],
  ['Bearer "token"', null],
  ['Bearer tok\0en', null],
  ['Bearer tökén', null],
  [`Bearer ${'x'.repeat(2048)}`, 'x'.repeat(2048)],
  [`Bearer ${'x'.repeat(2049)}`, null],
])('parses the header %j to the bearer token %j', (header, token) => {
  expect(bearer(header)).toBe(token);
});
