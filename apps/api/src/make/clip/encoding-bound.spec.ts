import { DomainError } from '../../infra/errors/domain-error.js';
import { boundEncoding, isEncodable } from './encoding-bound.js';

describe('boundEncoding', () => {
  const hd = { width: 1920, height: 1080, avg_frame_rate: '30/1' };

  it.each([
    ['ten minutes of 1080p', hd, 18_000, false, null],
    ['one frame more than ten minutes of 1080p', hd, 18_001, false, 600],
    ['one frame more than a third of that in VP9', hd, 6001, true, 200],
    [
      '4K at 60 frames a second',
      { width: 3840, height: 2160, avg_frame_rate: '60/1' },
      5000,
      false,
      75,
    ],
    [
      'an hour of tiny video',
      { width: 320, height: 180, avg_frame_rate: '25/1' },
      90_000,
      false,
      null,
    ],
    ['video without a size', {}, 1e6, true, null],
    ['video with an invalid frame rate', { ...hd, avg_frame_rate: '0/0' }, 20_000, false, 600],
  ])('applies the limit to %s', (_, traits, frames, isVpx, seconds) => {
    const bound = (): void => boundEncoding(traits, { frames, isVpx });
    if (seconds === null) {
      expect(bound).not.toThrow();
    } else {
      expect(bound).toThrow(new DomainError('CLIP_TOO_LONG', { values: { seconds } }));
    }
  });
});

it.each([
  ['an 8K loop', { width: 7680, height: 4320 }, { frames: 15 * 60, isVpx: false }, true],
  [
    'ten minutes of 4K in one group of pictures',
    { width: 3840, height: 2160 },
    { frames: 36_000, isVpx: false },
    false,
  ],
  [
    'a minute of VP9 at an edge',
    { width: 1920, height: 1080 },
    { frames: 3600, isVpx: true },
    true,
  ],
])('decides whether %s may be encoded', (_what, size, work, expected) => {
  expect(isEncodable(size, work)).toBe(expected);
});
