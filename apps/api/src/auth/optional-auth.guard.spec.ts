import type { ExecutionContext } from '@nestjs/common';
import type { DomainConfigService } from '../config/domain-config.service.js';
import { Keys } from '../infra/env/keys.js';
import { JwtStrategy } from './jwt.strategy.js';
import { OptionalAuthGuard } from './optional-auth.guard.js';
import { AccessTokens } from './session/access-tokens.js';
import type { SessionsService } from './session/sessions.service.js';

const accessTokens = new AccessTokens(new Keys('a secret of at least sixteen characters'));
const WHO = { accountId: 'account', sessionId: 'session' };
const domains: Pick<DomainConfigService, 'forHost'> = {
  forHost: (host) =>
    ({ config: { authentication_enabled: host === 'on.test' }, version: '' }) as never,
};
const guard = new OptionalAuthGuard(domains as DomainConfigService);

const there = () => Promise.resolve(true);
const gone = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));

it.each<[string, () => Promise<boolean>, string | undefined, string, object | null]>([
  ['a live session', there, 'good', 'on.test', WHO],
  ['an ended session', () => Promise.resolve(false), 'good', 'on.test', null],
  ['a domain without accounts', there, 'good', 'off.test', null],
  ['a visitor', there, undefined, 'on.test', null],
  ['a malformed token', there, 'Bearer rubbish', 'on.test', null],
  ['another scheme', there, 'Basic x', 'on.test', null],
  ['a database that is down', gone, 'good', 'on.test', null],
])('lets a request pass with the account or none, for %s', async (_, isLive, given, host, who) => {
  new JwtStrategy(accessTokens, { isLive } as Partial<SessionsService> as SessionsService);
  const authorization = given === 'good' ? `Bearer ${await accessTokens.sign(WHO)}` : given;
  const request: { headers: object; user?: unknown } = { headers: { authorization, host } };
  const http = { getRequest: () => request, getResponse: () => ({}) };
  const context = { switchToHttp: () => http } as unknown as ExecutionContext;
  expect(await guard.canActivate(context)).toBe(true);
  expect(request.user ?? null).toEqual(who);
});
