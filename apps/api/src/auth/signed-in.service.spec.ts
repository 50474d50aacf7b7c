import { Keys } from '../infra/env/keys.js';
import type { DomainConfigService } from '../config/domain-config.service.js';
import { AccessTokens } from './session/access-tokens.js';
import type { SessionsService } from './session/sessions.service.js';
import { SignedInService } from './signed-in.service.js';

const accessTokens = new AccessTokens(new Keys('a secret of at least sixteen characters'));
const WHO = { accountId: 'account', sessionId: 'session' };
const domains: Pick<DomainConfigService, 'forHost'> = {
  forHost: (host) =>
    ({ config: { authentication_enabled: host === 'on.test' }, version: '' }) as never,
};

function asking(isLive: () => Promise<boolean>): SignedInService {
  const sessions: Pick<SessionsService, 'isLive'> = { isLive };
  return new SignedInService(
    domains as DomainConfigService,
    accessTokens,
    sessions as SessionsService,
  );
}

const there = () => Promise.resolve(true);
const gone = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));

it.each<[string, () => Promise<boolean>, string | undefined, string, string | null]>([
  ['a live session', there, 'good', 'on.test', 'account'],
  ['an ended session', () => Promise.resolve(false), 'good', 'on.test', null],
  ['a domain without accounts', there, 'good', 'off.test', null],
  ['a visitor', there, undefined, 'on.test', null],
  ['a malformed token', there, 'Bearer rubbish', 'on.test', null],
  ['another scheme', there, 'Basic x', 'on.test', null],
  ['a database that is down', gone, 'good', 'on.test', null],
])('finds the account or none, for %s', async (_, isLive, authorization, host, account) => {
  const header =
    authorization === 'good' ? `Bearer ${await accessTokens.sign(WHO)}` : authorization;
  expect(await asking(isLive).find(header, host)).toBe(account);
});
