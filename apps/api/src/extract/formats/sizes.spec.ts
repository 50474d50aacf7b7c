import { picture, sound } from '../testing/recorded-page.js';
import type { SourceFormat } from '../source-info.js';
import { believableBytes, offerSize, type SizeClaim, streamSize } from './sizes.js';

const claim = (changes: Partial<SizeClaim> = {}): SizeClaim => ({
  filesize: null,
  filesizeApprox: null,
  tbr: null,
  vbr: null,
  abr: null,
  video: 'yes',
  audio: 'yes',
  ...changes,
});

describe('streamSize', () => {
  it.each<[string, Partial<SizeClaim>, number | null, number | null, boolean]>([
    ['as stated', { filesize: 5000.4, tbr: 800 }, 60, 5000, false],
    ['as yt-dlp estimates', { filesizeApprox: 7000, tbr: 800 }, 60, 7000, true],
    ['by the rate', { tbr: 800 }, 10, 1_000_000, true],
    ['by both rates', { vbr: 700, abr: 100 }, 10, 1_000_000, true],
    ['by the rate of the picture alone', { vbr: 800, abr: 0, audio: 'no' }, 10, 1_000_000, true],
    ['by the rate of the sound alone', { abr: 80, vbr: 0, video: 'no' }, 10, 100_000, true],
    ['by its segments', { segmentBytes: [2000, 3000], tbr: 800 }, 10, 5000, true],
    ['not by some of its segments', { segmentBytes: [2000, null] }, 10, null, false],
    ['not by one of two rates', { vbr: 700 }, 10, null, false],
    ['not without a duration', { tbr: 800 }, null, null, false],
    ['not by nothing', {}, 10, null, false],
    ['not by a placeholder', { filesize: 1 }, 10, null, false],
    ['by the rate behind a placeholder', { filesize: 1, tbr: 800 }, 10, 1_000_000, true],
    ['not by a lying rate', { tbr: 1_500_000 }, 159, null, false],
    [
      'not by what follows from a lying rate',
      { tbr: 1_500_000, filesizeApprox: 29_812_500, vbr: 900, abr: 100 },
      159,
      null,
      false,
    ],
    ['not beyond belief', { filesize: 50e9 + 1 }, 10, null, false],
    ['not from invalid numbers', { filesize: NaN, tbr: NaN }, 10, null, false],
    ['not from negative sizes', { filesize: -5000, tbr: -800 }, 10, null, false],
  ])('is computed %s', (_, given, seconds, sizeBytes, sizeIsEstimate) => {
    expect(streamSize(claim(given), seconds)).toEqual({ sizeBytes, sizeIsEstimate });
  });
});

it.each([
  [1024, null],
  [1025, 1025],
  [50e9, 50e9],
  [undefined, null],
  [Infinity, null],
])('accepts %s bytes as %s', (bytes, believed) => {
  expect(believableBytes(bytes)).toBe(believed);
});

describe('offerSize', () => {
  const known = { sizeBytes: 7000 };
  const about = { sizeBytes: 7000, sizeIsEstimate: true };
  it.each<[string, SourceFormat, SourceFormat | null, number | null, boolean]>([
    ['of one', picture(known), null, 7000, false],
    ['of two', picture(known), sound({ sizeBytes: 3000 }), 10_000, false],
    [
      'as an estimate if one part is estimated',
      picture(about),
      sound({ sizeBytes: 3000 }),
      10_000,
      true,
    ],
    ['of nothing known', picture(), sound(), null, false],
    ['of a video with audio of unknown size', picture(about), sound(), null, false],
    [
      'of a playlist, which counts its sound',
      picture({ ...about, protocol: 'hls' }),
      sound({ protocol: 'hls' }),
      7000,
      true,
    ],
    ['of audio with a video of unknown size', picture(), sound(known), null, false],
  ])('is the size %s', (_, main, joined, bytes, estimate) => {
    expect(offerSize({ main, sound: joined })).toEqual({ bytes, estimate });
  });
});
