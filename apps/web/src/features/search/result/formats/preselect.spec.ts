import type { Format } from '@dipper/contract';
import { format } from '../../../../testing/fixtures.js';
import { type FormatChoice, choiceOf, preselect } from './preselect.js';

const video = format({ format_id: 'video' });
const sound = (changes: Partial<Format>): Format =>
  format({ recommended: false, is_audio_only: true, ext: 'm4a', bitrate: 129, ...changes });
const mp3 = (bitrate: number): Format =>
  sound({ format_id: `mp3-${bitrate}`, kind: 'audio', task_id: 't', ext: 'mp3', bitrate });
const conversions = [mp3(320), mp3(192), mp3(128)];
const original = sound({ format_id: 'm4a' });
const opus = sound({ format_id: 'opus', ext: 'opus', bitrate: 160 });
const foreign = sound({ format_id: 'es', language: 'es', ext: 'mp3' });

it.each<[string, FormatChoice, readonly Format[], string]>([
  ['the recommended format', 'usual', [original, video], 'video'],
  ['the first format if there is no recommendation', 'usual', [original, foreign], 'm4a'],
  ['the best audio', 'sound', [video, opus, original, ...conversions], 'opus'],
  ['the video if there is no audio', 'sound', [video], 'video'],
  ['the video if audio is only available converted', 'sound', [video, mp3(320)], 'video'],
  ['MP3 at 192 kbps', 'mp3', [video, original, ...conversions], 'mp3-192'],
  [
    'MP3 at 128 kbps for low bitrates',
    'mp3',
    [video, sound({ bitrate: 48 }), ...conversions],
    'mp3-128',
  ],
  ['the only MP3', 'mp3', [video, original, mp3(320)], 'mp3-320'],
  ['an original MP3', 'mp3', [video, sound({ format_id: 'own', ext: 'mp3' }), mp3(192)], 'own'],
  ['the best audio if there is no MP3', 'mp3', [video, opus, original], 'opus'],
  ['no foreign language', 'mp3', [video, foreign, mp3(192)], 'mp3-192'],
  ['an original Opus', 'opus', [video, original, opus, ...conversions], 'opus'],
])('preselects %s', (_, choice, formats, id) => {
  expect(preselect(formats, choice).format_id).toBe(id);
});

it("applies the account's preferred quality to video only", () => {
  const large = format({ format_id: 'large', quality: '1080p', recommended: false });
  const formats = [large, video, opus, ...conversions];
  expect(preselect(formats, 'usual', '4k')).toBe(large);
  expect(preselect(formats, 'usual', 'auto')).toBe(video);
  expect(preselect(formats, 'mp3', '4k').format_id).toBe('mp3-192');
  expect(preselect([opus, original], 'usual', '4k')).toBe(opus);
});

it("applies the account's audio format to audio-only items, unless the device has a choice", () => {
  expect(choiceOf(null, 'usual', 'flac', true)).toBe('flac');
  expect(choiceOf(null, 'usual', null, true)).toBe('usual');
  expect(choiceOf(null, 'mp3', 'flac', true)).toBe('mp3');
  expect(choiceOf('sound', 'usual', 'flac', true)).toBe('mp3');
});

it.each([
  ['sound', 'usual', null, 'mp3'],
  ['sound', 'sound', 'flac', 'mp3'],
  [null, 'usual', null, 'usual'],
  [null, 'usual', 'mp3', 'usual'],
  [null, 'mp3', 'flac', 'mp3'],
  [null, 'sound', 'flac', 'flac'],
  [null, 'sound', 'tape', 'sound'],
] as const)(
  "given the page's wish %s, device choice %s and account format %s, chooses %s",
  (...row) => {
    const [wish, device, account, choice] = row;
    expect(choiceOf(wish, device, account)).toBe(choice);
  },
);
