import { playback, type PlaybackFacts } from './playback.js';

const mp4: PlaybackFacts = {
  ext: 'mp4',
  vcodec: 'avc1.64001f',
  acodec: 'mp4a.40.2',
  isAudioOnly: false,
  hasAudio: true,
};
const audio = (ext: string, acodec: string | null): PlaybackFacts => ({
  ext,
  acodec,
  vcodec: null,
  isAudioOnly: true,
  hasAudio: true,
});

describe('playback', () => {
  it.each<[string, PlaybackFacts, string]>([
    ['H.264 and AAC in MP4', mp4, 'everywhere'],
    ['video without sound', { ...mp4, hasAudio: false, acodec: null }, 'everywhere'],
    [
      'codec names without profile numbers',
      { ...mp4, vcodec: 'h264', acodec: 'aac' },
      'everywhere',
    ],
    ['H.264 with a decimal profile', { ...mp4, vcodec: 'avc1.100.40' }, 'everywhere'],
    ['H.264 in 10 bits', { ...mp4, vcodec: 'avc1.6e0028' }, 'limited'],
    ['H.264 in 4:4:4', { ...mp4, vcodec: 'avc1.f40028' }, 'limited'],
    ['H.264 with its headers in the stream', { ...mp4, vcodec: 'avc3.640028' }, 'limited'],
    ['H.264 in QuickTime', { ...mp4, ext: 'mov' }, 'iphone'],
    ['HEVC with the tag that Apple uses', { ...mp4, vcodec: 'hvc1.2.4.L150.B0' }, 'iphone'],
    ['Dolby Vision with the tag that Apple uses', { ...mp4, vcodec: 'dvh1.05.06' }, 'iphone'],
    ['HEVC with the hev1 tag', { ...mp4, vcodec: 'hev1.1.6.L120.90' }, 'limited'],
    ['HEVC without a tag', { ...mp4, vcodec: 'h265' }, 'limited'],
    ['AV1', { ...mp4, vcodec: 'av01.0.08M.08' }, 'limited'],
    ['VP9 in MP4', { ...mp4, vcodec: 'vp09.00.50.08' }, 'limited'],
    ['FLAC', audio('flac', 'flac'), 'iphone'],
    ['WAV', audio('wav', 'pcm'), 'iphone'],
    ['WAV as a site names it', audio('wav', 'pcm_s16le'), 'iphone'],
    ['Opus in MP4', { ...mp4, acodec: 'opus' }, 'limited'],
    ['Dolby in MP4', { ...mp4, acodec: 'ec-3' }, 'limited'],
    ['Dolby as an MP4 object type', { ...mp4, acodec: 'mp4a.a6' }, 'limited'],
    ['an unknown video codec', { ...mp4, vcodec: null }, 'unknown'],
    ['an unknown audio codec', { ...mp4, acodec: null }, 'unknown'],
    ['WebM', { ...mp4, ext: 'webm', vcodec: null, acodec: null }, 'limited'],
    ['MPEG-4 Visual in 3GP', { ...mp4, ext: '3gp', vcodec: 'mp4v.20.3' }, 'limited'],
    ['MP3', audio('mp3', null), 'everywhere'],
    ['an .mp3 file that holds Opus', audio('mp3', 'opus'), 'limited'],
    ['AAC', audio('m4a', 'mp4a.40.5'), 'everywhere'],
    ['MP3 in MP4', audio('m4a', 'mp4a.6B'), 'everywhere'],
    ['ALAC', audio('m4a', 'alac'), 'iphone'],
    ['xHE-AAC', audio('m4a', 'mp4a.40.42'), 'iphone'],
    ['M4A with an unknown codec', audio('m4a', null), 'unknown'],
    ['Opus', audio('webm', 'opus'), 'limited'],
    ['WAV with an unknown codec', audio('wav', null), 'unknown'],
  ])('of %s is classified', (_, facts, expected) => {
    expect(playback(facts)).toBe(expected);
  });
});
