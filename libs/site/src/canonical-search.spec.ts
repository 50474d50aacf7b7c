import { canonicalSearch } from './canonical-search.js';
import type { PageKind } from './page-kinds.js';

it.each<[PageKind, string, string]>([
  ['home', '', ''],
  ['home', '?', ''],
  ['home', '?utm_source=x&fbclid=y', ''],
  ['home', '?lang=de', ''],
  ['home', '?url=https%3A%2F%2Fvimeo.com%2F1&utm_source=x', '?url=https%3A%2F%2Fvimeo.com%2F1'],
  ['home', '?utm_source=x&go=1', '?go=1'],
  ['home', '?url=', '?url='],
  ['home', '?url', '?url='],
  // Parameter names are decoded in the same way as in browsers.
  ['home', '?%75rl=a', '?url=a'],
  ['home', '?URL=a', ''],
  ['home', '?url%20=a', ''],
  ['home', '?text=a+b&text=c', '?text=a+b&text=c'],
  ['home', '?url=%E0%A4%A', '?url=%EF%BF%BD%25A'],
  ['home', '?auth=reset-password&token=t', '?auth=reset-password&token=t'],
  ['home', '?constructor=1&__proto__=2&task_id=3', ''],
  ['landing', '?url=a', '?url=a'],
  ['guide', '?url=a', ''],
  ['preview', '?b=1&task_id=t&url=u&a=2&title=x', '?task_id=t&url=u&title=x'],
  ['not-found', '?url=a', ''],
])('the %s page reduces the query %j to %j', (kind, search, expected) => {
  expect(canonicalSearch(search, kind)).toBe(expected);
  expect(canonicalSearch(expected, kind)).toBe(expected);
});
