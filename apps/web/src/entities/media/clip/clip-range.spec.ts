import {
  askedRange,
  chapterRange,
  type ClipRange,
  draggedRange,
  firstRange,
  insideOf,
  keyedEdge,
  nearerEdge,
  possibleRange,
  withEdge,
} from './clip-range.js';

const range = (start: number, end: number): ClipRange => ({ start, end });

it.each<[number | null, number, ClipRange]>([
  [null, 754, range(0, 30)],
  [65, 754, range(65, 95)],
  [740, 754, range(740, 754)],
  // A start time beyond the end must belong to another item, so it is ignored.
  [800, 754, range(0, 30)],
  [null, 12.3456, range(0, 12.346)],
  [65, Infinity, range(65, 95)],
])('suggests, for a start at %s in an item of %d s, the range %j', (start, duration, first) => {
  expect(firstRange(start, duration)).toEqual(first);
});

it.each<[ClipRange, ClipRange]>([
  [range(3, 33), range(3, 12)],
  [range(3, 5), range(3, 5)],
  [range(65, 95), range(0, 12)],
])('limits the range %j to an item of 12 s: %j', (chosen, there) => {
  expect(insideOf(chosen, 12)).toEqual(there);
});

it.each<[ClipRange, number, ClipRange]>([
  [range(100, 110), 20, range(10, 20)],
  [range(100, 190), 20, range(0, 20)],
  [range(15, 25), 20, range(10, 20)],
  [range(5, 15), 20, range(5, 15)],
  [range(5, 15), Infinity, range(5, 15)],
])('for the refused range %j in a %d s item, suggests %j', (refused, duration, possible) => {
  expect(possibleRange(refused, duration)).toEqual(possible);
});

it.each<[ClipRange, number, ClipRange]>([
  [range(5, 15), 20, range(5, 15)],
  [range(5, 15), Infinity, range(5, 15)],
  // The server also cuts an end beyond the item.
  [range(15, 25), 20, range(15, 20)],
  [range(20, 25), 20, range(15, 20)],
  [range(100, 190), 20, range(0, 20)],
])('for the requested range %j in an item of %d s, begins with %j', (asked, duration, first) => {
  expect(askedRange(asked, duration)).toEqual(first);
});

it.each<['start' | 'end', number, ClipRange]>([
  ['start', 15, range(15, 20)],
  ['start', 50, range(19.9, 20)],
  ['start', -3, range(0, 20)],
  ['end', 5, range(10, 10.1)],
  ['end', 500, range(10, 100)],
])('drags the %s to %d, but not past the other edge', (edge, to, moved) => {
  expect(draggedRange(range(10, 20), edge, to, 100)).toEqual(moved);
});

it.each<['start' | 'end', number, ClipRange]>([
  ['start', 50, range(50, 60)],
  ['start', 95, range(95, 100)],
  ['start', 500, range(99.9, 100)],
  ['end', 5, range(0, 5)],
  ['end', 0, range(0, 0.1)],
  ['end', 15.12345, range(10, 15.123)],
])('sets the %s to %d and moves the other edge if needed', (edge, to, moved) => {
  expect(withEdge(range(10, 20), edge, to, 100)).toEqual(moved);
});

it.each([
  ['ArrowRight', false, 11],
  ['ArrowLeft', true, 9.96],
  ['PageUp', false, 20],
  ['Home', false, 0],
  ['End', false, 100],
  ['a', false, null],
  ['constructor', false, null],
])('on the key %s (Shift: %s), moves an edge to %s', (key, shiftKey, to) => {
  expect(keyedEdge({ key, shiftKey }, 10, { frame: 0.04, duration: 100 })).toBe(to);
});

it.each<[number, 'start' | 'end']>([
  [0, 'start'],
  [14, 'start'],
  [16, 'end'],
  [99, 'end'],
])('for a click at %d, selects the %s', (at, edge) => {
  expect(nearerEdge(range(10, 20), at)).toBe(edge);
});

it('selects the edge that can move when both are at the same position', () => {
  expect([nearerEdge(range(5, 5), 4), nearerEdge(range(5, 5), 6)]).toEqual(['start', 'end']);
});

it.each<[number, number, ClipRange | null]>([
  [0, 100, range(0, 40)],
  [1, 100, range(40, 100)],
  [1, Infinity, null],
  [1, 30, null],
  [7, 100, null],
])('for chapter %d in an item of %d s, selects %j', (at, duration, expected) => {
  expect(chapterRange([{ start: 0 }, { start: 40 }], at, duration)).toEqual(expected);
});
