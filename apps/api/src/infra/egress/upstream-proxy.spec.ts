import { checkProxyAddress, parseEgressAllow, type EgressPolicy } from './egress-policy.js';
import { parseUpstreamProxy } from './upstream-proxy.js';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('parseUpstreamProxy', () => {
  it.each([
    ['http://proxy.example:3128', 'proxy.example:3128', null],
    ['http://Proxy.example/', 'proxy.example:80', null],
    ['http://user:pa%40ss%3A@203.0.113.7:1', '203.0.113.7:1', basic('user:pa@ss:')],
    ['http://token@[2001:db8::1]:8080', '[2001:db8::1]:8080', basic('token:')],
  ])('parses %s', (text, label, authorization) => {
    expect(parseUpstreamProxy(text)).toMatchObject({ label, authorization });
  });

  it.each([
    '',
    'proxy.example:3128',
    'https://proxy.example:3128',
    'socks5://proxy.example:1080',
    'http://proxy.example:3128/path',
    'http://proxy.example:3128?x',
    'http://proxy.example:3128#x',
    'http://proxy.example:99999',
    'http://user:secret@proxy.example:1\r\nX: y',
    'http://user:secret%zz@proxy.example',
    'http://us%3Aer:secret@proxy.example',
    'http://',
  ])('rejects %j without repeating it', (text) => {
    expect(() => parseUpstreamProxy(text)).toThrow(/^must (be|have) a?/);
    expect(() => parseUpstreamProxy(text)).not.toThrow(/secret/);
  });
});

describe('checkProxyAddress', () => {
  const policy: EgressPolicy = {
    allow: parseEgressAllow('squid:3128, 10.1.0.0/16'),
    ownHosts: new Set(),
    ownEndpoints: new Set(['8.8.8.8 4000', '127.0.0.1 4000']),
  };
  it.each([
    ['8.8.8.8', 'proxy.example', 3128, null],
    ['8.8.8.8', 'proxy.example', 22, null],
    ['172.18.0.5', 'squid', 3128, null],
    ['10.1.2.3', 'proxy.example', 3128, null],
    ['172.18.0.5', 'squid', 3129, 'address'],
    ['10.2.0.1', 'proxy.example', 3128, 'address'],
    ['127.0.0.1', 'proxy.example', 3128, 'address'],
    ['::ffff:10.0.0.1', 'proxy.example', 80, 'address'],
    ['169.254.169.254', 'proxy.example', 80, 'address'],
    ['8.8.8.8', 'proxy.example', 4000, 'own'],
    ['0.0.0.0', 'proxy.example', 4000, 'own'],
  ])('checks %s for %s, port %d, with the result %s', (ip, host, port, reason) => {
    const verdict = checkProxyAddress(ip, policy, { host, port });
    expect(verdict.ok ? null : verdict.reason).toBe(reason);
  });
});
