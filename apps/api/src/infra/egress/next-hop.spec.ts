import { nextHop, type Hop } from './next-hop.js';

const headers = { accept: '*/*', authorization: 'a', cookie: 'c', 'content-type': 't', range: 'r' };
const hop = (method: Hop['method'], body?: string): Hop => ({
  url: 'https://a.test/x/y?q',
  method,
  headers,
  body,
});

describe('nextHop', () => {
  it.each([
    [200, '/z'],
    [304, '/z'],
    [300, '/z'],
    [302, undefined],
  ])('treats %d with Location %j as final', (status, location) => {
    expect(nextHop(hop('GET'), status, location)).toBeNull();
  });

  it.each([
    [301, 'GET', 'GET'],
    [302, 'HEAD', 'HEAD'],
    [303, 'HEAD', 'HEAD'],
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ] as const)('changes the method after a %d from %s to %s', (status, from, to) => {
    const next = nextHop(hop(from, 'body'), status, '/z');
    const keepsBody = to === from;
    expect(next?.method).toBe(to);
    expect(next?.body).toBe(keepsBody ? 'body' : undefined);
    expect(next?.headers['content-type']).toBe(keepsBody ? 't' : undefined);
  });

  it.each([
    ['z', 'https://a.test/x/z', true],
    ['//a.test:443/', 'https://a.test/', true],
    ['//b.test/', 'https://b.test/', false],
    ['http://a.test/', 'http://a.test/', false],
    ['https://a.test:8443/', 'https://a.test:8443/', false],
    ['https://sub.a.test/', 'https://sub.a.test/', false],
    ['file:///etc/passwd', 'file:///etc/passwd', false],
    ['http://[::1', 'http://[::1', false],
  ])('resolves %s to %s, keeping secrets: %s', (location, url, keeps) => {
    const next = nextHop(hop('GET'), 302, location);
    expect(next?.url).toBe(url);
    expect(next?.headers['range']).toBe('r');
    expect('cookie' in (next?.headers ?? {})).toBe(keeps);
    expect('authorization' in (next?.headers ?? {})).toBe(keeps);
  });
});
