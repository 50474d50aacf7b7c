import type { Format } from '@dipper/contract';
import { format } from '../../../../testing/fixtures.js';
import { formatAgain } from './format-again.js';

const picture = (format_id: string, overrides: Partial<Format> = {}) =>
  format({ format_id, quality: null, ...overrides });
const sound = (format_id: string, ext: string, bitrate: number) =>
  format({ format_id, ext, bitrate, resolution: null, is_audio_only: true, kind: 'audio' });

const FORMATS: readonly Format[] = [
  picture('1080', { resolution: '1920x800', quality: '1080p' }),
  picture('HD', { resolution: null, quality: 'HD' }),
  picture('720 silent', { resolution: '1280x720', has_audio: false }),
  picture('720 dubbed', { resolution: '720p', language: 'fr' }),
  picture('720', { resolution: '720p' }),
  picture('720 webm', { resolution: '720p', ext: 'webm' }),
  sound('m4a', 'm4a', 131),
  sound('mp3 320', 'mp3', 320),
  sound('mp3 192', 'mp3', 192),
];

it.each<[found: string | null, isAudio: boolean, quality: string | null]>([
  ['720', false, '720p'],
  ['720', false, '1280x720'],
  ['720', false, '720p MP4'],
  ['720 webm', false, '720p WebM'],
  ['720', false, 'Clip 0:10-0:20, 720p MP4'],
  ['1080', false, '1080p60 MP4'],
  ['1080', false, '800p MP4'],
  ['HD', false, 'HD MP4'],
  [null, false, '480p'],
  [null, false, 'ZIP'],
  [null, false, null],
  ['mp3 192', true, 'MP3 192 kbps'],
  ['mp3 320', true, 'MP3 320 kbps'],
  ['m4a', true, 'M4A 128 kbps'],
  ['mp3 192', true, '190 kbps'],
  ['m4a', true, null],
])('chooses %s for audio-only %s and quality %s', (found, isAudio, quality) => {
  const wish = { url: 'https://a.example', isAudio, quality };
  expect(formatAgain(FORMATS, wish)?.format_id ?? null).toBe(found);
});

it('chooses nothing without an earlier download', () => {
  expect(formatAgain(FORMATS, null)).toBeNull();
});
