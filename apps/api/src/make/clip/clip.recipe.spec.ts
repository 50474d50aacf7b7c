import { clipWishSchema } from '@dipper/contract';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { picture, recordedInfo, sound } from '../../extract/testing/recorded-page.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { clipOf } from './clip.recipe.js';

const info = recordedInfo('composed-youtube-8k');

const offered = (
  offer: Partial<OfferedFormat['offer']> = {},
  durationSeconds: number | null = 60,
): OfferedFormat => ({
  pageUrl: 'https://www.youtube.com/watch?v=1',
  info: { ...info, title: 'A/B: "talk"\u202e', durationSeconds },
  offer: {
    ...{ kind: 'merge', container: 'mp4', recommended: true },
    ...{ main: picture({ height: 720 }), sound: sound() },
    ...offer,
  },
});

const clip = (wish: object, of: OfferedFormat = offered()): ReturnType<typeof clipOf> =>
  clipOf(
    clipWishSchema.parse({ kind: 'clip', start: 5, end: 12.5, ...wish }),
    of,
    'our.example:3000',
  );

describe('clipOf', () => {
  it('puts the range into the title and the file name', () => {
    expect(clip({})).toMatchObject({
      title: 'A/B: "talk"\u202e (5s-12.5s)',
      fileName: expect.stringMatching(
        /^our\.example_youtube_AB_talk_.*5s-12\.5s.*\.mp4$/,
      ) as string,
      ...{ container: 'mp4', startMs: 5000, endMs: 12_500, as: 'video' },
    });
  });

  it.each([
    ['video', 'webm', 'webm'],
    ['video', 'mkv', 'mkv'],
    ['video', 'flv', 'mp4'],
    ['gif', 'webm', 'gif'],
    ['webp', 'mp4', 'webp'],
  ])('makes a %s clip of %s as %s', (as, container, expected) => {
    expect(clip({ as }, offered({ container })).container).toBe(expected);
  });

  it.each([
    ['m4a', 'm4a'],
    ['webm', 'opus'],
    ['mp3', 'mp3'],
  ])('cuts audio of %s as %s, without video', (ext, container) => {
    const found = clip({ as: 'audio' }, offered({ sound: sound({ ext }) }));
    expect(found).toMatchObject({ container, sound: null, main: { id: 'a' } });
  });

  it('makes audio by default if there is no video', () => {
    const found = clip({}, offered({ main: sound(), sound: null, container: 'm4a' }));
    expect(found).toMatchObject({ as: 'audio', container: 'm4a', main: { id: 'a' } });
  });

  it('does not fetch the audio for a loop', () => {
    expect(clip({ as: 'gif' })).toMatchObject({ sound: null, main: { id: 'v' } });
  });

  it.each([
    [
      'a video clip of an audio offer',
      { as: 'video' },
      offered({ main: sound(), sound: null }),
      'WISH_NOT_POSSIBLE',
    ],
    [
      'a loop of an audio offer',
      { as: 'gif' },
      offered({ main: sound(), sound: null }),
      'WISH_NOT_POSSIBLE',
    ],
    ['the audio of a silent video', { as: 'audio' }, offered({ sound: null }), 'WISH_NOT_POSSIBLE'],
    ['a loop of more than 15 s', { as: 'webp', end: 20.001 }, offered(), 'LOOP_TOO_LONG'],
  ] as const)('refuses %s', (_, wish, of, code) => {
    expect(() => clip(wish, of)).toThrow(new DomainError(code));
  });

  it('refuses a clip that starts at the end of the item, as stated by the page or the file', () => {
    const outside = new DomainError('CLIP_OUTSIDE', { values: { seconds: 60 } });
    const unstated = offered({}, null);
    const byFile = { ...unstated, info: { ...unstated.info, headSeconds: 60 } };
    for (const item of [offered(), byFile]) {
      expect(() => clip({ start: 60, end: 61 }, item)).toThrow(outside);
    }
  });

  it('accepts loops up to 15 s, limits the range to the item, and accepts any range if the duration is unknown', () => {
    expect(clip({ as: 'gif', end: 20 }).endMs).toBe(20_000);
    expect(clip({ end: 600 })).toMatchObject({
      endMs: 60_000,
      title: expect.stringContaining('-1m00s') as string,
    });
    expect(clip({ end: 9999 }, offered({}, null)).endMs).toBe(9_999_000);
  });

  it.each([
    ['a start that is not a number', { start: NaN }],
    ['an endless range', { end: Infinity }],
    ['a start before the item', { start: -1 }],
    ['an empty range', { start: 5, end: 5 }],
    ['a reversed range', { start: 6, end: 5 }],
    ['a start given as text', { start: '5' }],
    ['an end beyond the longest item', { end: 1e12 }],
  ])('rejects %s', (_, wish) => {
    expect(() => clip(wish)).toThrow();
  });
});
