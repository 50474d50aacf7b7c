import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkAddress,
  checkUrl,
  endpointKey,
  MAX_URL_LENGTH,
  parseEgressAllow,
  parseEndpoint,
  type EgressPolicy,
} from './egress-policy.js';

interface Vector {
  url: string;
  why: string;
  expected: 'allowed' | 'blocked';
  setup?: string;
}

const OWN_HOST = 'dipper.example';
const vectors = JSON.parse(
  readFileSync(join(__dirname, '../../../../../test/fixtures/ssrf-vectors.json'), 'utf8'),
) as Vector[];

function policy(given: { allow?: string; ownHosts?: string[]; own?: string[] } = {}): EgressPolicy {
  const own = (given.own ?? []).flatMap((text) => parseEndpoint(text) ?? []);
  return {
    allow: parseEgressAllow(given.allow ?? ''),
    ownHosts: new Set(given.ownHosts ?? []),
    ownEndpoints: new Set(own.map(endpointKey)),
  };
}

/** `ok`, or the reason for the refusal. */
function url(raw: string, given: Parameters<typeof policy>[0] = {}): string {
  const verdict = checkUrl(raw, policy(given));
  return verdict.ok ? 'ok' : verdict.reason;
}

describe('checkUrl on every vector', () => {
  // Public names and redirects are refused later, by their address or at the next hop. test/egress
  // covers them.
  const laterOnly = (vector: Vector): boolean =>
    vector.setup === 'redirect fixture' || /^http:\/\/[\w.-]+\.test\/$/.test(vector.url);

  const isAccepted = ({ url: raw }: Vector): boolean =>
    checkUrl(raw.replace('{OWN_HOST}', OWN_HOST), policy({ ownHosts: [OWN_HOST] })).ok;

  it('accepts or refuses each of them as documented', () => {
    const wrong = vectors.filter(
      (vector) => isAccepted(vector) !== (vector.expected === 'allowed' || laterOnly(vector)),
    );
    expect(vectors.length).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });
});

describe('checkUrl', () => {
  it.each([
    ['', 'scheme'],
    ['HTTP://pub.test/', 'ok'],
    ['https://pub.test', 'ok'],
    ['http:///127.0.0.1/', 'scheme'],
    ['//pub.test/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://pub.test/', 'scheme'],
    [' http://pub.test/', 'malformed'],
    ['http://pub.test/a b', 'malformed'],
    ['http://pub.test/\t', 'malformed'],
    ['ht\ntp://pub.test/', 'malformed'],
    ['http://pub.test/\u0000', 'malformed'],
    ['http://pub.test/\u0085', 'malformed'],
    ['http://pub.test\\@127.0.0.1/', 'malformed'],
    ['http://[::1', 'malformed'],
    ['http://pub.test../', 'malformed'],
    ['http://.pub.test/', 'malformed'],
    ['http://pub..test/', 'malformed'],
    ['http://*.pub.test/', 'malformed'],
    ['http://pub.test;127.0.0.1/', 'malformed'],
    ['http://@pub.test/', 'credentials'],
    ['http://:@pub.test/', 'credentials'],
    ['http://pub.test/@user', 'ok'],
    ['http://pub.test?@127.0.0.1', 'ok'],
    ['https://pub.test:443/', 'ok'],
    ['https://pub.test:8443/', 'ok'],
    ['http://pub.test:81/', 'port'],
    ['http://pub.test:0/', 'port'],
    ['http://intranet/', 'name'],
    ['http://localhost./', 'name'],
    ['http://a.localhost/', 'name'],
    ['http://router.home.arpa/', 'name'],
    ['http://notlocal.test/', 'ok'],
    ['http://local.test/', 'ok'],
    ['http://127.0.0.1./', 'address'],
    ['http://[::ffff:93.184.216.34]/', 'address'],
  ])('checks %j with the result %s', (raw, expected) => {
    expect(url(raw)).toBe(expected);
  });

  it('accepts a URL of the maximum length, but none that is longer', () => {
    const longest = `http://pub.test/${'a'.repeat(MAX_URL_LENGTH - 'http://pub.test/'.length)}`;
    expect([url(longest), url(`${longest}a`)]).toEqual(['ok', 'length']);
  });

  it('returns the normalized URL', () => {
    const verdict = checkUrl('HTTP://PUB.TEST.:80/v.mp4?a=1#x', policy());
    expect(verdict.ok && verdict.url.href).toBe('http://pub.test/v.mp4?a=1#x');
  });

  it.each([
    [
      'an exact entry waives the address and port rules',
      'http://127.0.0.1:9000/',
      '127.0.0.1:9000',
      'ok',
    ],
    [
      'an exact entry does not cover another port',
      'http://127.0.0.1:9001/',
      '127.0.0.1:9000',
      'port',
    ],
    ['an exact entry covers the default port', 'http://127.0.0.1/', '127.0.0.1:80', 'ok'],
    ['an exact entry waives the name rule', 'http://origin:9000/', 'origin:9000', 'ok'],
    ['an exact entry may be IPv6', 'http://[::1]:9000/', '[0:0::1]:9000', 'ok'],
    ['an exact entry may be in upper case', 'http://media.local/', 'MEDIA.local:80', 'ok'],
    ['a network waives the address and port rules', 'http://10.1.2.3:9000/', '10.0.0.0/8', 'ok'],
    ['a network does not cover other addresses', 'http://11.1.2.3:9000/', '10.0.0.0/8', 'port'],
    ['a network does not waive the name rule', 'http://redis/', '10.0.0.0/8', 'name'],
    [
      'a name with another port is left to the check of its address',
      'http://pub.test:9000/',
      '10.0.0.0/8',
      'ok',
    ],
    [
      'an IPv4 network does not cover the mapped form',
      'http://[::ffff:10.1.2.3]/',
      '10.0.0.0/8',
      'address',
    ],
    ['credentials are never waived', 'http://a:b@10.1.2.3/', '10.0.0.0/8', 'credentials'],
  ])('applies EGRESS_ALLOW: %s', (_case, raw, allow, expected) => {
    expect(url(raw, { allow })).toBe(expected);
  });

  it.each([
    ['our own name', 'http://dipper.example/', '', 'own'],
    ['our own name with a trailing dot and a port', 'http://DIPPER.example.:8080/', '', 'own'],
    ['our own name as an exact entry', 'http://dipper.example:9000/', 'dipper.example:9000', 'ok'],
    ['our own address', 'http://93.184.216.34/', '', 'own'],
    ['our own endpoint', 'http://127.0.0.1:3000/', '', 'own'],
    ['our own endpoint in an allowed network', 'http://127.0.0.1:3000/', '127.0.0.0/8', 'own'],
    ['our own endpoint as an exact entry', 'http://127.0.0.1:3000/', '127.0.0.1:3000', 'own'],
    ['our own endpoint by its name', 'http://localhost:3000/', 'localhost:3000', 'own'],
    ['our own endpoint in mapped form', 'http://[::ffff:127.0.0.1]:3000/', '::/0', 'own'],
    ['our own endpoint by the unspecified address', 'http://0.0.0.0:3000/', '0.0.0.0/0', 'own'],
    ['another port beside our own endpoint', 'http://127.0.0.1:3001/', '127.0.0.0/8', 'ok'],
  ])('protects this server itself: %s', (_case, raw, allow, expected) => {
    const ownHosts = ['dipper.example', '93.184.216.34'];
    const own = ['127.0.0.1:3000', 'localhost:3000'];
    expect(url(raw, { allow, ownHosts, own })).toBe(expected);
  });
});

describe('checkAddress', () => {
  it.each([
    ['93.184.216.34', 'pub.test', 80, '', 'ok'],
    ['127.0.0.1', 'pub.test', 80, '', 'address'],
    ['127.0.0.1', 'pub.test', 80, '127.0.0.0/8', 'ok'],
    ['127.0.0.1', 'pub.test', 80, 'pub.test:80', 'ok'],
    ['127.0.0.1', 'pub.test', 80, '127.0.0.1:80', 'address'],
    ['93.184.216.34', 'pub.test', 9000, '10.0.0.0/8', 'port'],
    ['10.0.0.1', 'pub.test', 9000, '10.0.0.0/8', 'ok'],
    ['127.0.0.1', 'pub.test', 3000, '127.0.0.0/8', 'own'],
    ['::ffff:127.0.0.1', 'pub.test', 3000, 'pub.test:3000', 'own'],
    ['', 'pub.test', 80, '', 'address'],
  ] as const)('checks the address %s for %s:%d with "%s" allowed: %s', (...row) => {
    const [ip, host, port, allow, expected] = row;
    const verdict = checkAddress(ip, policy({ allow, own: ['127.0.0.1:3000'] }), { host, port });
    expect(verdict.ok ? 'ok' : verdict.reason).toBe(expected);
  });
});

describe('parseEgressAllow', () => {
  it('parses endpoints and networks, and tolerates spaces and empty entries', () => {
    const allow = parseEgressAllow(' 127.0.0.1:8000, Origin:90 ,, 10.0.0.0/8,fd00::/8,[::1]:80 ');
    expect([...allow.endpoints]).toEqual(['127.0.0.1 8000', 'origin 90', '::1 80']);
    expect(allow.networks.map(([base, bits]) => `${base.toString()}/${bits}`)).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
    ]);
  });

  it.each(
    [
      'everything',
      '127.0.0.1',
      'host:',
      ':80',
      'host:0',
      'host:65536',
      'host:8o',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '010.0.0.0/8',
      '10.0/8',
      'fd00::/129',
      '::1:80:',
      'http://host:80',
      'user@host:80',
      '*:80',
    ].map((entry) => ({ entry })),
  )('refuses $entry and names it', ({ entry }) => {
    expect(() => parseEgressAllow(`10.0.0.0/8,${entry}`)).toThrow(`"${entry}"`);
  });
});
