import { firstVisit, visitsAfter } from './visits.js';

const within = (key: string) => [key, false] as const;
const begins = (key: string) => [key, true] as const;

it.each<[string, readonly (readonly [string, boolean])[], string]>([
  ['stays in its visit when its address is written', [within('b')], 'a'],
  ['begins another visit with the logo', [within('b'), begins('c')], 'c'],
  ['returns to the visit before the logo with Back', [within('b'), begins('c'), begins('b')], 'a'],
  ['returns to the clean visit with Forward', [begins('b'), begins('a'), begins('b')], 'b'],
  ['stays in its visit with Back from an entry', [within('b'), within('c'), begins('b')], 'a'],
  ['begins another visit with Back to an entry from before a reload', [begins('z')], 'z'],
])('the home page %s', (_case, steps, expected) => {
  const last = steps.reduce((visits, step) => visitsAfter(visits, ...step), firstVisit('a'));
  expect(last.current).toBe(expected);
});

it('the home page stays in its visit on Forward to an entry that the visitor had left with Back before it was shown', () => {
  const back = visitsAfter(firstVisit('a'), 'a', true);
  expect(visitsAfter(back, 'b', true, 'a').current).toBe('a');
});

it('changes nothing without a navigation', () => {
  const visits = firstVisit('a');
  expect(visitsAfter(visits, 'a', true)).toBe(visits);
});
