import type { Format, PreviewQuery } from '@dipper/contract';
import { format } from '../../testing/fixtures.js';
import { sameFormat } from './same-format.js';

const video = (id: string, overrides: Partial<Format> = {}): Format =>
  format({ format_id: id, resolution: '720p', filename: `h_vimeo_Clip_${id}.mp4`, ...overrides });
const sound = (id: string, ext: string, bitrate: number, overrides: Partial<Format> = {}): Format =>
  format({
    format_id: id,
    kind: 'audio',
    ext,
    bitrate,
    tbr: 129,
    is_audio_only: true,
    resolution: null,
    quality: null,
    task_id: `t-${id}`,
    filename: `h_vimeo_Clip_${bitrate}kbps.${ext}`,
    ...overrides,
  });
const joined = (id: string, overrides: Partial<Format> = {}): Format =>
  video(id, { kind: 'merge', task_id: `t-${id}`, audio_format_id: '140', ...overrides });

const MP4: PreviewQuery = { resolution: '720p', filename: 'h_vimeo_Clip_720p.mp4', bitrate: 1500 };
const PAIR: PreviewQuery = {
  ...MP4,
  task_id: 'old',
  video_format_id: '136',
  audio_format_id: '140',
};
const MP3: PreviewQuery = { is_audio: 'true', filename: 'h_vimeo_Clip_320kbps.mp3', bitrate: 129 };

describe('sameFormat', () => {
  it.each<[string, PreviewQuery, Format[], string | null]>([
    ['the same two streams', PAIR, [joined('298'), joined('136')], '136'],
    [
      'ids that mean another picture now',
      PAIR,
      [joined('136', { resolution: '1080p' }), joined('9')],
      '9',
    ],
    ['a pair is not one without sound', PAIR, [video('136', { has_audio: false })], null],
    ['resolution and container', MP4, [video('a', { ext: 'webm' }), video('b')], 'b'],
    ['never another resolution', MP4, [video('a', { resolution: '1080p' })], null],
    ['never another frame rate', MP4, [video('a', { resolution: '720p60' })], null],
    ['never another container', MP4, [video('a', { ext: 'webm' })], null],
    ['never sound for a picture', MP4, [sound('a', 'mp4', 128)], null],
    ['the nearest rate', MP4, [video('a', { tbr: 4000 }), video('b', { tbr: 1600 })], 'b'],
    [
      'a tie goes to the better one, which comes first',
      MP4,
      [video('a', { tbr: 1400 }), video('b', { tbr: 1400 })],
      'a',
    ],
    [
      'the very size before the rate',
      { ...MP4, filesize: 7 },
      [video('a', { tbr: 1500 }), video('b', { tbr: 900, filesize: 7 })],
      'b',
    ],
    [
      'the same file under another token',
      { ...MP4, url: 'https://cdn.example/b.mp4?token=old' },
      [video('a'), video('b', { url: 'https://cdn.example/b.mp4?token=new' })],
      'b',
    ],
    [
      'without a mark in the picture',
      MP4,
      [video('a', { watermarked: true }), video('b', { tbr: 900 })],
      'b',
    ],
    ['a silent one only from a silent source', MP4, [video('a', { has_audio: false })], 'a'],
    [
      'not a silent one beside others',
      MP4,
      [video('a', { has_audio: false }), video('b', { resolution: '480p' })],
      null,
    ],
    [
      'its language',
      { ...MP4, filename: 'h_vimeo_Clip_720p_de.mp4' },
      [video('a'), video('b', { language: 'de' })],
      'b',
    ],
    [
      'not another language instead',
      { ...MP4, filename: 'h_vimeo_Clip_720p_de.mp4' },
      [video('a')],
      null,
    ],
    ['the original before other languages', MP4, [video('a', { language: 'de' }), video('b')], 'b'],
    [
      'the rate in the name of a sound, not that of its source',
      MP3,
      [sound('a', 'mp3', 128), sound('b', 'mp3', 320)],
      'b',
    ],
    ['never MP3 192 for MP3 320', MP3, [sound('a', 'mp3', 192)], null],
    ['never M4A for MP3', MP3, [sound('a', 'm4a', 320)], null],
    [
      'a rate that moved a little',
      { is_audio: 'true', filename: 'x.m4a', bitrate: 128 },
      [sound('a', 'm4a', 160)],
      'a',
    ],
    [
      'and not one that moved more',
      { is_audio: 'true', filename: 'x.m4a', bitrate: 128 },
      [sound('a', 'm4a', 161)],
      null,
    ],
    ['the only one there is', {}, [video('a'), sound('b', 'mp3', 128)], 'a'],
    ['no guess among several', {}, [video('a'), video('b')], null],
    ['no size known, then or now', { filename: 'x.mp4' }, [video('a', { resolution: null })], 'a'],
  ])('%s', (_case, query, formats, id) => {
    expect(sameFormat(query, formats)?.format_id ?? null).toBe(id);
  });
});
