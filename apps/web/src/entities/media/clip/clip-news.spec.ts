import { clipNews, type ClipNews } from './clip-news.js';
import { askedRange, type ClipRange, insideOf, withEdge } from './clip-range.js';

const range = (start: number, end: number): ClipRange => ({ start, end });

it.each<[ClipRange, ClipNews | null]>([
  [range(5, 15), null],
  [range(5, 20), null],
  [range(12, 540), { kind: 'cut', time: 20 }],
  [range(60, 90), { kind: 'past', time: 0 }],
  [range(20, 25), { kind: 'past', time: 15 }],
])('for a request for the clip %j of a 20 s item, says %j', (asked, news) => {
  expect(clipNews(asked, askedRange(asked, 20), 20)).toEqual(news);
});

it.each<['start' | 'end', number, ClipNews | null]>([
  ['end', 18, null],
  ['end', 21, { kind: 'cut', time: 20 }],
  ['end', 4, { kind: 'startMoved', time: 0 }],
  ['end', 0, { kind: 'endMoved', time: 0.1 }],
  ['start', 7, null],
  ['start', 16, { kind: 'endMoved', time: 20 }],
  ['start', 30, { kind: 'past', time: 19.9 }],
])('for the %s %d typed beside 5–15 in a 20 s item, says %j', (edge, to, news) => {
  const before = range(5, 15);
  const after = withEdge(before, edge, to, 20);
  expect(clipNews({ ...before, [edge]: to }, after, 20)).toEqual(news);
});

it('says that a range was cut when the duration arrives later', () => {
  const chosen = range(0, 30);
  expect(clipNews(chosen, insideOf(chosen, Infinity), Infinity)).toBeNull();
  expect(clipNews(chosen, insideOf(chosen, 20), 20)).toEqual({ kind: 'cut', time: 20 });
});
