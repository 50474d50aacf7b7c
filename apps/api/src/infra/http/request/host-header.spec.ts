import { isHost, isOwnOrigin, visitedOrigin } from './host-header.js';

describe('isHost', () => {
  it.each(['localhost', 'a.test:3000', 'xn--bcher-kva.test', 'a_b.test.', '10.0.0.1', '[::1]:80'])(
    'accepts %s',
    (host) => {
      expect(isHost(host)).toBe(true);
    },
  );

  it.each([
    '',
    ':80',
    'a b',
    'a/b',
    'a@b',
    'a"b',
    "a'b",
    'a?b',
    'a#b',
    'a\\b',
    'a%41',
    'a<b',
    'a,b',
    'a..b',
    'ü.test',
    'a:65536',
    'a:8a',
    '::1',
    '[::1',
    '[zz]',
    '[1.2.3]',
    '999.1.1.1',
    `${'a.'.repeat(130)}test`,
  ])('rejects %s', (host) => {
    expect(isHost(host)).toBe(false);
  });
});

describe('visitedOrigin', () => {
  it.each([
    ['https', 'dipper.example', 'https://dipper.example'],
    // As sent by a proxy that is configured to pass `$host:$server_port`.
    ['https', 'dipper.example:443', 'https://dipper.example'],
    ['http', 'Dipper.Example:80', 'http://dipper.example'],
    ['http', 'dipper.example:443', 'http://dipper.example:443'],
    ['http', 'dipper.example:', 'http://dipper.example'],
    ['http', 'localhost:3000', 'http://localhost:3000'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
    ['javascript', 'dipper.example', 'http://dipper.example'],
    ['http', undefined, 'http://localhost'],
  ])('for the scheme %s and the host %s is %s', (protocol, host, origin) => {
    const get = (() => host) as Parameters<typeof visitedOrigin>[0]['get'];
    expect(visitedOrigin({ protocol, get })).toBe(origin);
  });
});

describe('isOwnOrigin', () => {
  it.each([
    [undefined, true],
    ['https://a.test', true],
    ['http://A.test', true],
    ['https://a.test:443', true],
    ['http://a.test:443', false],
    ['https://b.test:8443', true],
    ['https://b.test', false],
    ['https://a.test.evil.test', false],
    ['https://a.test, https://evil.test', false],
    ['ws://a.test', false],
    ['null', false],
    ['', false],
  ])('recognizes %s as our own origin: %s', (origin, expected) => {
    expect(isOwnOrigin(origin, ['a.test', 'b.test:8443'])).toBe(expected);
  });
});
