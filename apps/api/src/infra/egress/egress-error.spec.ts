import { EgressFailed, EgressRefused, toEgressError } from './egress-error.js';

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error(code), { code, ...more });

describe('toEgressError', () => {
  it.each([
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    [coded('UND_ERR_BODY_TIMEOUT'), 'timeout'],
    [coded('ETIMEDOUT'), 'timeout'],
    [new DOMException('late', 'TimeoutError'), 'timeout'],
    [new DOMException('stop', 'AbortError'), 'aborted'],
    [coded('ENOTFOUND', { syscall: 'getaddrinfo' }), 'dns'],
    [coded('EAI_AGAIN', { syscall: 'getaddrinfo' }), 'dns'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'tls'],
    [coded('EPROTO'), 'tls'],
    [coded('CERT_HAS_EXPIRED'), 'tls'],
    [coded('ECONNREFUSED'), 'connection'],
    [coded('UND_ERR_SOCKET'), 'connection'],
    ['text', 'connection'],
    [undefined, 'connection'],
  ])('maps %s to %s', (error, reason) => {
    const failure = toEgressError(error);
    expect(failure).toBeInstanceOf(EgressFailed);
    expect([failure.reason, failure.cause]).toEqual([reason, error]);
  });

  it('leaves its own errors unchanged', () => {
    const refused = new EgressRefused('address', 'x.test');
    const failed = new EgressFailed('dns');
    expect([toEgressError(refused), toEgressError(failed)]).toEqual([refused, failed]);
  });
});
