import { visitorCookie, visitorCookies } from './visitor-cookies.js';

describe('visitorCookie', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['a=1;theme=light ; b=2', 'light'],
    ['theme=dark; theme=light', 'dark'],
    ['theme="><script>', '"><script>'],
    ['theme=a=b', 'a=b'],
    [undefined, ''],
    ['', ''],
    ['theme', ''],
    ['Theme=dark', ''],
    ['mytheme=dark', ''],
    [`theme=${'x'.repeat(65)}`, ''],
    [';'.repeat(10_000), ''],
  ])('finds the value in the Cookie header of row %#', (header, value) => {
    expect(visitorCookie(header, 'theme')).toBe(value);
  });
});

it('visitorCookies returns all values of a cookie, in order', () => {
  const header = 'device=a; other=device=b;device=; device=c ; devices=d';
  expect(visitorCookies(header, 'device')).toEqual(['a', '', 'c']);
  expect(visitorCookies(undefined, 'device')).toEqual([]);
});
