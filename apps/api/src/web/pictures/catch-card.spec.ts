import { printSize } from './catch-card.js';

it.each([
  ['a video', { width: 1280, height: 720 }, { width: 697, height: 392 }],
  ['a cover', { width: 600, height: 600 }, { width: 392, height: 392 }],
  ['an upright video', { width: 405, height: 720 }, { width: 221, height: 392 }],
  ['a cinema film', { width: 1920, height: 1000 }, { width: 700, height: 365 }],
  ['a banner, which is cropped', { width: 3000, height: 100 }, { width: 700, height: 350 }],
  ['a column, which is cropped', { width: 1, height: 9000 }, { width: 221, height: 392 }],
  ['a picture of unknown size', { width: 0, height: 0 }, { width: 697, height: 392 }],
])('gives the thumbnail of %s a size that fits the card', (_, actual, size) => {
  expect(printSize(actual)).toEqual(size);
});
