import { EgressFailed, EgressRefused } from '../infra/egress/egress-error.js';
import { DomainError } from '../infra/http/domain-error.js';
import { mayPass, relayFailure, upstreamRefusal } from './upstream-failure.js';

describe('upstreamRefusal', () => {
  it.each([
    [200, undefined],
    [206, undefined],
    [416, undefined],
    [401, 'SOURCE_REFUSED'],
    [403, 'SOURCE_REFUSED'],
    [429, 'SOURCE_REFUSED'],
    [451, 'SOURCE_REFUSED'],
    [404, 'FORMAT_UNAVAILABLE'],
    [410, 'FORMAT_UNAVAILABLE'],
    [408, 'SOURCE_TIMEOUT'],
    [504, 'SOURCE_TIMEOUT'],
    [500, 'SOURCE_FAILED'],
    [503, 'SOURCE_FAILED'],
    [204, 'SOURCE_FAILED'],
    [302, 'SOURCE_FAILED'],
    [304, 'SOURCE_FAILED'],
  ])('%d -> %s', (status, code) => {
    expect(upstreamRefusal(status)?.code).toBe(code);
  });
});

describe('relayFailure', () => {
  it.each([
    [new DomainError('FILE_TOO_LARGE'), 'FILE_TOO_LARGE', false],
    [new EgressRefused('address', 'x.test'), 'ADDRESS_NOT_ALLOWED', false],
    [new EgressFailed('timeout'), 'SOURCE_TIMEOUT', true],
    [new EgressFailed('connection'), 'SOURCE_FAILED', true],
    [new EgressFailed('tls'), 'SOURCE_FAILED', false],
    [new EgressFailed('redirects'), 'SOURCE_FAILED', false],
    [Object.assign(new Error(), { code: 'UND_ERR_BODY_TIMEOUT' }), 'SOURCE_TIMEOUT', true],
    [Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }), 'SOURCE_FAILED', true],
  ])('%s -> %s, worth another try: %s', (thrown, code, again) => {
    expect(relayFailure(thrown).code).toBe(code);
    expect(thrown instanceof DomainError || mayPass(thrown) === again).toBe(true);
  });
});
