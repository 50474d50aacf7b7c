import type { SoundType } from '@dipper/contract';
import { picture, recordedInfo, sound, sourceFormat } from '../testing/recorded-page.js';
import { conversionsOf } from './conversions.js';
import { labelOf, toFormat } from './to-format.js';
import type { SourceFormat } from '../source-info.js';

const ALL = new Set(['libmp3lame', 'aac', 'libopus', 'flac', 'pcm_s16le']);
const BOUNDS = { encoders: ALL, maxSeconds: 21_600, maxBytes: 4e9 };
const aac = (abr: number | null): SourceFormat => sound({ id: 'a', abr, acodec: 'mp4a.40.2' });
const opus = (abr: number): SourceFormat =>
  sound({ id: 'o', abr, acodec: 'opus', ext: 'webm', language: null });
const mp3 = (abr: number | null): SourceFormat =>
  sound({ id: 'm', abr, tbr: abr, acodec: 'mp3', ext: 'mp3' });

const rows = (
  formats: SourceFormat[],
  bounds = {},
  durationSeconds: number | null = 60,
): string[] =>
  conversionsOf({ formats, durationSeconds }, { ...BOUNDS, ...bounds }).map(
    (offer) => `${offer.main.id}: ${labelOf(offer).replace('Audio ', '')}`,
  );

describe('conversionsOf', () => {
  it.each<[string, SourceFormat[], string[]]>([
    [
      'a separate audio stream, copied when possible',
      [picture(), aac(130)],
      [
        ...['a: MP3 320 kbps', 'a: MP3 192 kbps', 'a: MP3 128 kbps'],
        ...['a: M4A 130 kbps', 'a: AAC 130 kbps', 'a: Opus 128 kbps', 'a: FLAC', 'a: WAV'],
      ],
    ],
    [
      'the better of two streams, but a copy where one fits',
      [aac(130), opus(160)],
      [
        ...['o: MP3 320 kbps', 'o: MP3 192 kbps', 'o: MP3 128 kbps'],
        ...['a: M4A 130 kbps', 'a: AAC 130 kbps', 'o: Opus 160 kbps', 'o: FLAC', 'o: WAV'],
      ],
    ],
    [
      'an MP3 source at no rate above its own',
      [mp3(192)],
      [
        ...['m: MP3 192 kbps', 'm: MP3 128 kbps'],
        ...['m: M4A 192 kbps', 'm: AAC 192 kbps', 'm: Opus 128 kbps', 'm: FLAC', 'm: WAV'],
      ],
    ],
    [
      'an MP3 source of unknown rate',
      [mp3(null)],
      [
        ...['m: MP3', 'm: MP3 128 kbps'],
        ...['m: M4A 192 kbps', 'm: AAC 192 kbps', 'm: Opus 128 kbps', 'm: FLAC', 'm: WAV'],
      ],
    ],
    ['nothing for silent video', [picture()], []],
  ])('offers %s', (_, formats, expected) => {
    expect(rows(formats)).toEqual(expected);
  });

  it('falls back to the audio of a file that also has video, but not of the largest one', () => {
    const whole = (id: string, height: number): SourceFormat =>
      sourceFormat({ id, width: (height * 16) / 9, height });
    expect(rows([whole('360', 360), whole('720', 720), whole('2160', 2160)])[0]).toMatch(
      /^720: MP3/,
    );
  });

  it.each<[string, Partial<typeof BOUNDS>, number | null, SoundType[]]>([
    [
      ...([
        'types that this ffmpeg can encode or that need no encoding',
        { encoders: new Set(['flac']) },
        60,
      ] as const),
      ['m4a', 'aac', 'flac'],
    ],
    ['nothing if the media are too long', {}, 21_601, []],
    ['no file that would be too large', { maxBytes: 2e6 }, 60, ['mp3', 'm4a', 'aac', 'opus']],
  ])('offers %s', (_, bounds, durationSeconds, types) => {
    const item = { formats: [aac(130)], durationSeconds };
    const offers = conversionsOf(item, { ...BOUNDS, ...bounds });
    expect([...new Set(offers.map(({ container }) => container))]).toEqual(types);
  });

  it.each(['youtube-1', 'twitter-1', 'applepodcasts-1', 'tiktok-1'])(
    "offers every type for %s, in the contract's form",
    (name) => {
      const offers = conversionsOf(recordedInfo(name), BOUNDS);
      expect([...new Set(offers.map(({ container }) => container))]).toEqual([
        ...['mp3', 'm4a', 'aac', 'opus', 'flac', 'wav'],
      ]);
      const origin = { platform: null, title: 'Song' };
      const wire = offers.map((offer) =>
        toFormat(offer, origin, { offerId: 'id', host: 'dipper.example' }),
      );
      expect(new Set(wire.map(({ format_id: id }) => id)).size).toBe(wire.length);
      expect(wire[0]).toMatchObject({
        ...{ kind: 'audio', task_id: 'id', url: '/api/download/start-merge?task_id=id' },
        ...{ is_audio_only: true, has_audio: true, recommended: false, vcodec: null },
        ...{
          acodec: 'mp3',
          filename: expect.stringMatching(/^dipper\.example_Song.*\.mp3$/) as string,
        },
      });
    },
  );
});
