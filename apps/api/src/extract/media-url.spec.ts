import { httpHref, urlHash } from './media-url.js';

describe('urlHash', () => {
  it('is a SHA-256 in hexadecimal', () => {
    expect(urlHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('differs when a token differs in one letter', () => {
    expect(urlHash('https://cdn.example/a?sig=b')).not.toBe(urlHash('https://cdn.example/a?sig=B'));
  });
});

describe('httpHref', () => {
  it.each([
    ['https://cdn.example/a?sig=b', 'https://cdn.example/a?sig=b'],
    ['https://cdn.example/a%2Fb?x=%7E|', 'https://cdn.example/a%2Fb?x=%7E|'],
    ['https://CDN.example:443/A b.mp4', 'https://cdn.example/A%20b.mp4'],
    ['HTTP://cdn.example', 'http://cdn.example/'],
    ['https:/\\cdn.example/a', 'https://cdn.example/a'],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['https://[x', null],
    ['/a.mp4', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('normalizes %j to %j', (address, href) => {
    expect(httpHref(address)).toBe(href);
    expect(httpHref(href)).toBe(href);
  });
});
