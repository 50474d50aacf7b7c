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
    ['as stated by the source', { filesize: 5000.4, tbr: 800 }, 60, 5000, false],
    ['as estimated by yt-dlp', { filesizeApprox: 7000, tbr: 800 }, 60, 7000, true],
    ['from the total rate', { tbr: 800 }, 10, 1_000_000, true],
    ['from both rates', { vbr: 700, abr: 100 }, 10, 1_000_000, true],
    [
      'from the rate of video without audio',
      { vbr: 800, abr: 0, audio: 'no' },
      10,
      1_000_000,
      true,
    ],
    ['from the rate of audio without video', { abr: 80, vbr: 0, video: 'no' }, 10, 100_000, true],
    ['from its segments', { segmentBytes: [2000, 3000], tbr: 800 }, 10, 5000, true],
    ['not from some of its segments', { segmentBytes: [2000, null] }, 10, null, false],
    ['not from one of two rates', { vbr: 700 }, 10, null, false],
    ['not without a duration', { tbr: 800 }, null, null, false],
    ['not without any data', {}, 10, null, false],
    ['not from a placeholder', { filesize: 1 }, 10, null, false],
    ['from the rate if the size is a placeholder', { filesize: 1, tbr: 800 }, 10, 1_000_000, true],
    ['not from an implausible rate', { tbr: 1_500_000 }, 159, null, false],
    [
      'not from an estimate based on an implausible rate',
      { tbr: 1_500_000, filesizeApprox: 29_812_500, vbr: 900, abr: 100 },
      159,
      null,
      false,
    ],
    ['not above the plausible maximum', { filesize: 50e9 + 1 }, 10, null, false],
    ['not from invalid numbers', { filesize: NaN, tbr: NaN }, 10, null, false],
    ['not from negative sizes', { filesize: -5000, tbr: -800 }, 10, null, false],
  ])('is determined %s', (_, given, seconds, sizeBytes, sizeIsEstimate) => {
    expect(streamSize(claim(given), seconds)).toEqual({ sizeBytes, sizeIsEstimate });
  });
});

it.each([
  [1024, null],
  [1025, 1025],
  [50e9, 50e9],
  [undefined, null],
  [Infinity, null],
])('reads %s bytes as the size %s', (bytes, believed) => {
  expect(believableBytes(bytes)).toBe(believed);
});

describe('offerSize', () => {
  const known = { sizeBytes: 7000 };
  const about = { sizeBytes: 7000, sizeIsEstimate: true };
  it.each<[string, SourceFormat, SourceFormat | null, number | null, boolean]>([
    ['of the only stream', picture(known), null, 7000, false],
    ['of two streams', picture(known), sound({ sizeBytes: 3000 }), 10_000, false],
    [
      'as an estimate if one part is estimated',
      picture(about),
      sound({ sizeBytes: 3000 }),
      10_000,
      true,
    ],
    ['of streams of unknown size', picture(), sound(), null, false],
    ['of a video with audio of unknown size', picture(about), sound(), null, false],
    [
      'of a playlist, which includes its audio',
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
