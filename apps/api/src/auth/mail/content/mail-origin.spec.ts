import { type RequestedSite, mailSite } from './mail-origin.js';

const NAMED: RequestedSite = {
  visited: 'https://ebbcast.example',
  isNamed: true,
  publicUrl: undefined,
  canonicalUrl: '',
  port: 3000,
};
const FALLBACK = { origin: 'http://localhost:3000', brandHost: 'localhost:3000' };

describe('mailSite', () => {
  it.each<[string, Partial<RequestedSite>, string, string]>([
    ['a configured host', {}, 'https://ebbcast.example', 'ebbcast.example'],
    [
      'PUBLIC_URL if it is set',
      { publicUrl: 'https://dipper.example/', canonicalUrl: 'https://c.example' },
      'https://dipper.example',
      'ebbcast.example',
    ],
    [
      'the domain’s canonical URL otherwise',
      { canonicalUrl: 'https://www.ebbcast.example/' },
      'https://www.ebbcast.example',
      'ebbcast.example',
    ],
    [
      'the port that we listen on',
      { visited: 'http://ebbcast.example:3000' },
      'http://ebbcast.example:3000',
      'ebbcast.example:3000',
    ],
    [
      'this machine on any port',
      { visited: 'http://127.0.0.1:4123', isNamed: false },
      'http://127.0.0.1:4123',
      '127.0.0.1:4123',
    ],
    [
      'this machine by name',
      { visited: 'http://localhost:5173', isNamed: false },
      'http://localhost:5173',
      'localhost:5173',
    ],
    [
      'this machine by IPv6',
      { visited: 'http://[::1]:3000', isNamed: false },
      'http://[::1]:3000',
      '[::1]:3000',
    ],
  ])('uses %s', (_, asked, origin, brandHost) => {
    expect(mailSite({ ...NAMED, ...asked })).toEqual({ origin, brandHost });
  });

  it.each([
    'https://evil.example',
    'https://ebbcast.example.evil.example',
    'https://localhost.evil.example',
    'https://127.0.0.1.evil.example',
    'http://127.evil.example',
    'https://xn--lcalhost-73g',
    'http://10.0.0.1:3000',
    'http://[::ffff:10.0.0.1]',
    'http://user:password@evil.example',
    'http://evil.example#localhost',
    'https://',
    'http://a b',
    '',
  ])('never uses a host that is not configured: %s', (visited) => {
    const strange = { ...NAMED, visited, isNamed: false };
    expect(mailSite(strange)).toEqual(FALLBACK);
    // The brand is that of the link's target. If it depended on the Host header, strangers could
    // choose any brand.
    expect(mailSite({ ...strange, publicUrl: 'https://dipper.example' })).toEqual({
      origin: 'https://dipper.example',
      brandHost: 'dipper.example',
    });
  });

  it.each([
    'https://ebbcast.example:8443',
    'http://ebbcast.example:22',
    'https://ebbcast.example:1',
  ])('never uses another port of a configured host: %s', (visited) => {
    expect(new URL(mailSite({ ...NAMED, visited }).origin).port).toBe('');
  });
});
