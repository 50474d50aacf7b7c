import { visitorCookies } from './visitor-cookies.js';

it.each([
  ['theme=dark', ['dark']],
  ['a=1;theme=light ; b=2', ['light']],
  ['theme=dark; theme=light', ['dark', 'light']],
  ['theme="><script>', ['"><script>']],
  ['theme=a=b', ['a=b']],
  ['theme=a; other=theme=b;theme=; theme=c ; themes=d', ['a', '', 'c']],
  [undefined, []],
  ['', []],
  ['theme', []],
  ['Theme=dark', []],
  ['mytheme=dark', []],
  [';'.repeat(10_000), []],
])('visitorCookies returns all values of a cookie, in order, from row %#', (header, values) => {
  expect(visitorCookies(header, 'theme')).toEqual(values);
});
