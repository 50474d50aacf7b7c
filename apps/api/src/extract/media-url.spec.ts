import { urlHash } from './media-url.js';

describe('urlHash', () => {
  it('is SHA-256 in hexadecimal', () => {
    expect(urlHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('tells URLs apart that differ in one letter of a token', () => {
    expect(urlHash('https://cdn.example/a?sig=b')).not.toBe(urlHash('https://cdn.example/a?sig=B'));
  });
});
