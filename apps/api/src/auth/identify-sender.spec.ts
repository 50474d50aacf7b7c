import { API_PREFIX, AUTH_PREFIX } from '@dipper/contract';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Request } from 'express';
import type { DomainConfigService } from '../config/domain-config.service.js';
import { Keys } from '../infra/keys/keys.js';
import { principalOf } from '../infra/principal/principal.js';
import { IdentifySenderModule } from './identify-sender.module.js';
import type { Devices } from './device/devices.service.js';
import { JwtStrategy } from './jwt.strategy.js';
import { ApiKeyStrategy } from './key/api-key.strategy.js';
import type { ApiKeyRepository } from './key/api-keys.repository.js';
import { ApiKeys } from './key/api-keys.service.js';
import { AccessTokens } from './session/access-tokens.js';

type Handler = (request: Request, response: object, next: (error?: unknown) => void) => void;

const accessTokens = new AccessTokens(new Keys('a secret of at least sixteen characters'));
const handlers = new Map<string, Handler>();

beforeAll(() => {
  new JwtStrategy(accessTokens);
  new ApiKeyStrategy(new ApiKeys({} as ApiKeyRepository));
  const use = (prefix: string, handler: Handler) => handlers.set(prefix, handler);
  const forHost = (host: string) => ({ config: { authentication_enabled: host === 'on.test' } });
  new IdentifySenderModule(
    { httpAdapter: { use } } as unknown as HttpAdapterHost,
    { forHost } as unknown as DomainConfigService,
    { isGenuine: () => false } as Partial<Devices> as Devices,
  ).configure();
});

/** Passes a request through the middleware of a path. @returns the request, and the error if any */
async function pass(prefix: string, host: string, authorization?: string) {
  const headers = { host, ...(authorization !== undefined && { authorization }) };
  const request = { ip: '192.0.2.1', headers, get: () => host } as unknown as Request;
  const response = { setHeader: () => undefined };
  const error = await new Promise((next) => handlers.get(prefix)?.(request, response, next));
  return { request, error };
}

it.each([
  ['on.test', 'good', 'account'],
  ['on.test', 'Bearer rubbish', 'visitor'],
  // The header says JWT, but the claims are not JSON, so jsonwebtoken's `decode` throws.
  ['on.test', 'Bearer eyJ0eXAiOiJKV1QifQ.YQ.', 'visitor'],
  ['on.test', undefined, 'visitor'],
  // A site without accounts ignores tokens.
  ['off.test', 'good', 'visitor'],
])('identifies the sender of a request to %s with the token %j', async (host, given, kind) => {
  const session = { accountId: 'account', sessionId: 'session', tier: 'free' };
  const authorization = given === 'good' ? `Bearer ${await accessTokens.sign(session)}` : given;
  const { request, error } = await pass(API_PREFIX, host, authorization);
  expect([principalOf(request).kind, error]).toEqual([kind, undefined]);
});

it.each(['on.test', 'off.test'])('refuses an API key that is not valid on %s', async (host) => {
  const { error } = await pass(API_PREFIX, host, 'Bearer dip_x');
  expect(error).toMatchObject({ code: 'KEY_INVALID' });
});

it('passes on an error during identification instead of ending the process', async () => {
  const failure = new Error('a key ring that fails');
  const keyOf = jest.spyOn(accessTokens, 'keyOf').mockImplementation(() => {
    throw failure;
  });
  expect((await pass(API_PREFIX, 'on.test', 'Bearer a.b.c')).error).toBe(failure);
  keyOf.mockRestore();
});

it('hides the paths of accounts on a site without accounts', async () => {
  expect((await pass(AUTH_PREFIX, 'on.test')).error).toBeUndefined();
  expect((await pass(AUTH_PREFIX, 'off.test')).error).toMatchObject({ code: 'NOT_FOUND' });
});
