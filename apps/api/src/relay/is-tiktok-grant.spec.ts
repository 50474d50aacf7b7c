import { isTiktokGrant } from './is-tiktok-grant.js';

describe('isTiktokGrant', () => {
  it.each([
    ['https://v58.cdn.test/v', { referer: 'https://www.tiktok.com/@a/video/1' }, true],
    ['https://v16-webapp-prime.tiktok.com/v', {}, true],
    ['https://cdn.test/v', { referer: 'https://nottiktok.com/@a' }, false],
    ['https://cdn.test/tiktok.com', {}, false],
    ['https://cdn.test/v', { referer: 'https://cdn.test/?u=https://www.tiktok.com/' }, false],
  ])('%s %j -> %s', (url, headers, expected) => {
    expect(isTiktokGrant({ url, headers })).toBe(expected);
  });
});
