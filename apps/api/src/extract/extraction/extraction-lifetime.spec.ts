import { expiresAt, freshUntil } from './extraction-lifetime.js';
import { offersOf } from '../formats/offers.js';
import { picture, sound, sourceFormat, sourceInfo } from '../testing/recorded-page.js';

const now = new Date('2026-11-21T00:00:00Z');
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const ending = (seconds: number): string =>
  `https://cdn.example/f?expire=${now.getTime() / 1000 + seconds}`;

describe('freshUntil', () => {
  it.each([
    ['URLs without an expiry', [sourceFormat()], 60],
    ['a URL that expires later', [sourceFormat({ url: ending(3600) })], 60],
    ['a URL that expires sooner', [sourceFormat({ url: ending(20) })], 20],
    ['an audio stream that expires sooner', [picture(), sound({ url: ending(7) })], 7],
    ['an expired URL', [sourceFormat({ url: ending(-5) })], -5],
  ])('is 60 s or less for %s', (_, formats, seconds) => {
    expect(freshUntil(offersOf(sourceInfo(formats)), now)).toEqual(inSeconds(seconds));
  });

  it('is 60 s for a page without offers', () => {
    expect(freshUntil([], now)).toEqual(inSeconds(60));
  });
});

it('an extraction expires after six hours', () => {
  expect(expiresAt(now)).toEqual(inSeconds(6 * 3600));
});
