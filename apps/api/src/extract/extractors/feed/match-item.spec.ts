import type { FeedItem } from './feed.js';
import { comparableName, matchItem, type WantedEpisode } from './match-item.js';

const DAY = 86_400_000;
const item = (changes: Partial<FeedItem> = {}): FeedItem => ({
  guid: null,
  titles: ['Tides & Harbours'],
  author: null,
  description: null,
  imageUrl: null,
  durationSeconds: 4321,
  seasonNumber: null,
  episodeNumber: null,
  publishedAt: 100 * DAY,
  enclosures: [],
  chaptersUrl: null,
  chapters: [],
  transcripts: [],
  ...changes,
});
const wanted: WantedEpisode = {
  title: 'Tides & Harbours',
  durationSeconds: 4320,
  publishedAt: 100 * DAY,
};

describe('comparable', () => {
  it.each([
    ['Tides &amp; Harbours!', 'tidesharbours'],
    ['ＴＩＤＥＳ – Harbours', 'tidesharbours'],
    ['E12 潮汐与港口', 'e12潮汐与港口'],
    ['🌊…', ''],
    [null, ''],
  ])('normalizes %s to %s', (text, expected) => {
    expect(comparableName(text)).toBe(expected);
  });
});

describe('matchItem', () => {
  const again = item({ publishedAt: 300 * DAY, durationSeconds: 4000 });
  it.each<
    [given: string, items: FeedItem[], changes: Partial<WantedEpisode>, index: number | null]
  >([
    ['the only item with its title', [item({ titles: ['Other'] }), item()], {}, 1],
    [
      'an item by its second title',
      [item({ titles: ['12', 'Tides and Harbours', 'TIDES & HARBOURS'] })],
      {},
      0,
    ],
    [
      'an item by its id, whatever its title',
      [item(), item({ guid: 'g', titles: ['New name'] })],
      { guid: 'g' },
      1,
    ],
    [
      'an item with unknown date and duration',
      [item({ publishedAt: null, durationSeconds: null })],
      {},
      0,
    ],
    ['an item with another duration', [item({ durationSeconds: 9999 })], {}, 0],
    [
      'nothing with another date and another duration',
      [item({ durationSeconds: 9999, publishedAt: 0 })],
      {},
      null,
    ],
    ['the one of two items that has the same date', [again, item()], {}, 1],
    [
      'the one of two items that is from two days later',
      [again, item({ publishedAt: 102 * DAY })],
      {},
      1,
    ],
    [
      'neither of two items if one is from more than two days later',
      [again, item({ publishedAt: 102 * DAY + 1 })],
      {},
      null,
    ],
    [
      'neither of two items by title alone',
      [again, item()],
      { durationSeconds: null, publishedAt: null },
      null,
    ],
    ['neither of two equal items', [item(), item()], {}, null],
    ['nothing with a longer title', [item({ titles: ['Tides & Harbours, part 2'] })], {}, null],
    ['nothing for titles without letters', [item({ titles: ['!!!'] })], { title: '???' }, null],
    ['nothing in an empty feed', [], {}, null],
  ])('finds %s', (_given, items, changes, index) => {
    const found = matchItem(items, { ...wanted, ...changes });
    expect(found === null ? null : items.indexOf(found)).toBe(index);
  });
});
