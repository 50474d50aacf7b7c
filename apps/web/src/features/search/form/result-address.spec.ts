import { listInfo, videoInfo } from '../../../testing/fixtures.js';
import { IDLE, type SearchState } from '../search.reducer.js';
import { searchWith } from './result-address.js';

const LINK = 'https://vimeo.com/1?a=b&c';
const ADDRESS = `?url=${encodeURIComponent(LINK)}&go=1`;
const OTHER = '?url=https%3A%2F%2Fvimeo.com%2F2&go=1';
const loading = { phase: 'loading', link: LINK, hint: null, line: null } as const;
const result = { link: LINK, info: videoInfo(), phase: 'result', isNew: true, asksSizes: false };
const list = { link: LINK, list: listInfo(), phase: 'list', isNew: true };
const long = { ...result, link: `https://vimeo.com/${'x'.repeat(5000)}` };

it.each<[string, unknown, string, string]>([
  ['a result', result, '', ADDRESS],
  ['a result that replaces another one', result, OTHER, ADDRESS],
  ['a result that is in the address already', result, ADDRESS, ADDRESS],
  ['a result beside another parameter', result, '?auth=login', `?auth=login&${ADDRESS.slice(1)}`],
  ['a shared result', result, '?text=Look&title=T', ADDRESS],
  ['a list', list, '', ADDRESS],
  ['a link that is too long for an address', long, OTHER, ''],
  ['the search of the link in the address', loading, ADDRESS, ADDRESS],
  ['the search of another link', loading, OTHER, ''],
  ['an entry of the list in the address', { ...loading, from: list }, OTHER, OTHER],
  ['an error', { phase: 'error', error: 'No' }, ADDRESS, ''],
  ['nothing, beside another parameter', IDLE, `${OTHER}&auth=login`, '?auth=login'],
])('writes the expected query for %s', (_case, state, search, expected) => {
  expect(searchWith(state as SearchState, search)).toBe(expected);
});
