import type { Offer } from '../formats/offer.js';
import { picture, sound, sourceFormat } from '../testing/recorded-page.js';
import { newSizes, streamsToAsk, withSizes } from './unknown-sizes.js';

const file = (name: string, changes = {}) =>
  sourceFormat({ id: name, url: `https://cdn.example/${name}`, ...changes });
const row = (main: Offer['main'], part: Offer['sound'] = null): Offer => ({
  kind: part === null ? 'direct' : 'merge',
  main,
  sound: part,
  container: 'mp4',
  recommended: false,
});
const a = sound({ url: 'https://cdn.example/a' });
const v = picture({ url: 'https://cdn.example/v' });

describe('streamsToAsk', () => {
  it.each<[what: string, offers: Offer[], asked: string[]]>([
    ['a plain file', [row(file('f'))], ['f']],
    ['nothing if the size is already known', [row(file('f', { sizeBytes: 5 }))], []],
    [
      'nothing if the size is already estimated',
      [row(file('f', { sizeBytes: 5, sizeIsEstimate: true }))],
      [],
    ],
    ['both parts of a row, and shared parts once', [row(v, a), row(a)], ['v', 'a']],
    ['only the part without a size', [row({ ...v, sizeBytes: 5 }, a)], ['a']],
    ['no segmented streams', [row({ ...v, protocol: 'hls' }), row({ ...v, protocol: 'dash' })], []],
    ['nothing in rows that would stay incomplete', [row({ ...v, protocol: 'dash' }, a)], []],
    [
      'at most eight, from the first rows',
      Array.from({ length: 20 }, (_, at) => row(file(String(at)))),
      ['0', '1', '2', '3', '4', '5', '6', '7'],
    ],
  ])('selects %s', (_, offers, asked) => {
    expect(streamsToAsk(offers).map(({ url }) => url.split('/').at(-1))).toEqual(asked);
  });
});

describe('withSizes and newSizes', () => {
  const before = [row(v, a), row(file('known', { sizeBytes: 7 })), row(a), row(file('silent'))];

  it('fill in missing sizes and change nothing else', () => {
    const sizes = new Map([
      [v.url, 1000],
      [a.url, 50],
      ['https://cdn.example/known', 99],
    ]);
    const after = withSizes(before, sizes);
    expect(after.map(({ main }) => main.url)).toEqual(before.map(({ main }) => main.url));
    expect(after[1]).toEqual(before[1]);
    expect(after[0]?.main).toEqual({ ...v, sizeBytes: 1000, sizeIsEstimate: false });
    expect(newSizes(before, after)).toEqual([
      { at: 0, filesize: 1050, filesize_approx: false },
      { at: 2, filesize: 50, filesize_approx: false },
    ]);
    expect(newSizes(after, after)).toEqual([]);
  });

  it('mark a row as estimated if its other part is an estimate', () => {
    const offers = [row({ ...v, sizeBytes: 900, sizeIsEstimate: true }, a)];
    const after = withSizes(offers, new Map([[a.url, 100]]));
    expect(newSizes(offers, after)).toEqual([{ at: 0, filesize: 1000, filesize_approx: true }]);
  });

  it('leave a row without a size if half of it is unknown', () => {
    const after = withSizes(before, new Map([[v.url, 1000]]));
    expect(newSizes(before, after)).toEqual([]);
  });
});
