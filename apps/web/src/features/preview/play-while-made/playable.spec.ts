import type { Format } from '@dipper/contract';
import { format } from '../../../testing/fixtures.js';
import { mediaType, playableOf } from './playable.js';

const ALL = { plays: (_type: string) => true, hls: true };
const VIDEO = { isAudio: false, taskId: 'made' };
const SOUND = { isAudio: true, taskId: 'made' };

const sized = (height: number, changes: Partial<Format> = {}): Format =>
  format({
    ...{ url: `https://cdn.example/${height}`, resolution: `${height}p`, quality: `${height}p` },
    ...changes,
  });
const MADE = sized(1080, { kind: 'merge', url: '/api/download/start-merge', task_id: 'made' });
const AUDIO = format({
  ...{ url: 'https://cdn.example/sound', ext: 'm4a', is_audio_only: true },
  ...{ vcodec: null, quality: null, resolution: null },
});
const HLS = sized(360, { kind: 'hls', url: 'https://cdn.example/a.m3u8', task_id: 'h' });

const chosen = (formats: readonly Format[], wanted = VIDEO, abilities = ALL) =>
  playableOf(formats, wanted, abilities)?.url.replace('https://cdn.example/', '') ?? null;

describe('playableOf', () => {
  it.each<[string, readonly Format[], string | null]>([
    ['the largest of at most 480p', [sized(720), sized(480), sized(240)], '480'],
    ['or else the smallest', [sized(1080), sized(720)], '720'],
    [
      'a known size before an unknown one',
      [sized(0, { resolution: null, quality: 'HD' }), sized(720)],
      '720',
    ],
    [
      'a portrait video by its shorter side',
      [sized(720, { resolution: '480x854', quality: null }), sized(360)],
      '720',
    ],
    ['a file before a stream', [HLS, sized(1080)], '1080'],
    ['a stream if there is no file', [HLS], 'a.m3u8'],
    ['a video without a watermark', [sized(480, { watermarked: true }), sized(720)], '720'],
    ['nothing without sound', [sized(360, { has_audio: false })], null],
    ['nothing that only a task can make', [], null],
    ['no sound for a video', [AUDIO], null],
    ['nothing in a container that is not played', [sized(360, { ext: '3gp' })], null],
    ['nothing in another language', [sized(360, { language: 'es' })], null],
  ])('chooses %s', (_case, formats, expected) => {
    expect(chosen([MADE, ...formats])).toBe(expected);
  });

  it('plays the language that is being made', () => {
    const dubbed = { ...MADE, language: 'es' };
    expect(chosen([dubbed, sized(480), sized(360, { language: 'es' })])).toBe('360');
  });

  it('plays audio while audio is being made, otherwise a small video', () => {
    expect(chosen([sized(360), AUDIO], SOUND)).toBe('sound');
    expect(chosen([sized(720), sized(360)], SOUND)).toBe('360');
    expect(playableOf([sized(360)], SOUND, ALL)?.quality).toBeNull();
  });

  it('chooses only what the browser can play', () => {
    const plays = (type: string) => !type.includes('avc1');
    expect(
      chosen([sized(360), sized(720, { ext: 'webm', vcodec: 'vp9' })], VIDEO, { plays, hls: true }),
    ).toBe('720');
    expect(chosen([HLS], VIDEO, { plays, hls: false })).toBeNull();
  });
});

it.each([
  ['mp4', 'avc1.64001f', 'mp4a.40.2', 'video/mp4; codecs="avc1.64001f, mp4a.40.2"'],
  ['webm', 'vp9', 'opus', 'video/webm; codecs="vp9, opus"'],
  ['mp4', 'h264', null, 'video/mp4'],
  ['mp4', 'hevc', 'aac', 'video/mp4; codecs="hvc1.1.6.L93.B0"'],
  ['mp3', null, 'mp3', 'audio/mpeg; codecs="mp3"'],
  ['MP4', null, null, 'video/mp4'],
  ['flv', null, null, null],
])('describes %s with %s and %s as %s', (ext, vcodec, acodec, expected) => {
  expect(mediaType({ ext, vcodec, acodec })).toBe(expected);
});
