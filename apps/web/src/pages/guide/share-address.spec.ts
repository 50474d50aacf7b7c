import { runInNewContext } from 'node:vm';
import { asksSearchAtOnce, prefillOf } from '../../features/search/form/prefill.js';
import { bookmarklet } from './share-address.js';

/**
 * Returns the URL that the bookmarklet opens. Browsers decode a bookmarklet's URL before they run
 * it.
 */
function pressedOn(href: string): URL {
  const location = { href };
  const script = decodeURI(bookmarklet('https://dipper.example').replace(/^javascript:/, ''));
  runInNewContext(script, { location, encodeURIComponent });
  return new URL(location.href);
}

it.each([
  'https://www.youtube.com/watch?v=a&list=b#t=1',
  'https://site.example/a?b=c%26d+e&go=0&url=x',
  "https://site.example/it's/%E2%80%9Cquoted%E2%80%9D",
  'https://site.example/?q=100%25',
])('passes on %s unchanged and searches it immediately', (page) => {
  const { origin, pathname, search } = pressedOn(page);
  expect(`${origin}${pathname}`).toBe('https://dipper.example/');
  expect(prefillOf(search)).toBe(page);
  expect(asksSearchAtOnce({ search, state: null })).toBe(true);
});
