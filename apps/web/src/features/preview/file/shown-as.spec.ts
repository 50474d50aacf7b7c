import { type ShownAs, shownAs } from './shown-as.js';

it.each<[string | null, ShownAs]>([
  ['a.mp4', 'player'],
  ['a.m4a', 'player'],
  ['a.SRT', 'text'],
  ['a.en.vtt', 'text'],
  ['a.gif', 'picture'],
  ['a.webp', 'picture'],
  ['list.zip', 'bundle'],
  ['zip', 'player'],
  ['a.constructor', 'player'],
  [null, 'player'],
])('shows %s as %s', (filename, expected) => {
  expect(shownAs(filename)).toBe(expected);
});
