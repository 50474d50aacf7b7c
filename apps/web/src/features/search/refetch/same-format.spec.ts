import type { Format, PreviewQuery } from '@dipper/contract';
import { format } from '../../../testing/fixtures.js';
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
    ['finds the same two streams', PAIR, [joined('298'), joined('136')], '136'],
    [
      'ignores ids that now belong to another resolution',
      PAIR,
      [joined('136', { resolution: '1080p' }), joined('9')],
      '9',
    ],
    [
      'does not replace a pair with a silent video',
      PAIR,
      [video('136', { has_audio: false })],
      null,
    ],
    ['matches resolution and container', MP4, [video('a', { ext: 'webm' }), video('b')], 'b'],
    ['matches no other resolution', MP4, [video('a', { resolution: '1080p' })], null],
    ['matches no other frame rate', MP4, [video('a', { resolution: '720p60' })], null],
    ['matches no other container', MP4, [video('a', { ext: 'webm' })], null],
    ['matches no audio for a video', MP4, [sound('a', 'mp4', 128)], null],
    [
      'prefers the nearest bitrate',
      MP4,
      [video('a', { tbr: 4000 }), video('b', { tbr: 1600 })],
      'b',
    ],
    [
      'prefers the first of two equal formats',
      MP4,
      [video('a', { tbr: 1400 }), video('b', { tbr: 1400 })],
      'a',
    ],
    [
      'prefers the same size to a similar bitrate',
      { ...MP4, filesize: 7 },
      [video('a', { tbr: 1500 }), video('b', { tbr: 900, filesize: 7 })],
      'b',
    ],
    [
      'recognizes the same file with another token',
      { ...MP4, url: 'https://cdn.example/b.mp4?token=old' },
      [video('a'), video('b', { url: 'https://cdn.example/b.mp4?token=new' })],
      'b',
    ],
    [
      'prefers a video without a watermark',
      MP4,
      [video('a', { watermarked: true }), video('b', { tbr: 900 })],
      'b',
    ],
    [
      'matches a silent video if there are only silent ones',
      MP4,
      [video('a', { has_audio: false })],
      'a',
    ],
    [
      'matches no silent video if others have sound',
      MP4,
      [video('a', { has_audio: false }), video('b', { resolution: '480p' })],
      null,
    ],
    [
      'matches the language',
      { ...MP4, filename: 'h_vimeo_Clip_720p_de.mp4' },
      [video('a'), video('b', { language: 'de' })],
      'b',
    ],
    [
      'matches no other language',
      { ...MP4, filename: 'h_vimeo_Clip_720p_de.mp4' },
      [video('a')],
      null,
    ],
    ['prefers the original language', MP4, [video('a', { language: 'de' }), video('b')], 'b'],
    [
      'uses the bitrate in the file name of audio',
      MP3,
      [sound('a', 'mp3', 128), sound('b', 'mp3', 320)],
      'b',
    ],
    ['matches no MP3 192 for MP3 320', MP3, [sound('a', 'mp3', 192)], null],
    ['matches no M4A for MP3', MP3, [sound('a', 'm4a', 320)], null],
    [
      'tolerates a small change of the bitrate',
      { is_audio: 'true', filename: 'x.m4a', bitrate: 128 },
      [sound('a', 'm4a', 160)],
      'a',
    ],
    [
      'rejects a larger change of the bitrate',
      { is_audio: 'true', filename: 'x.m4a', bitrate: 128 },
      [sound('a', 'm4a', 161)],
      null,
    ],
    ['picks the only video', {}, [video('a'), sound('b', 'mp3', 128)], 'a'],
    ['does not guess among several', {}, [video('a'), video('b')], null],
    [
      'matches when both resolutions are unknown',
      { filename: 'x.mp4' },
      [video('a', { resolution: null })],
      'a',
    ],
  ])('%s', (_case, query, formats, id) => {
    expect(sameFormat(query, formats)?.format_id ?? null).toBe(id);
  });
});
