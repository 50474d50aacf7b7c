import { picture, sound } from '../../testing/recorded-page.js';
import { compareScores } from '../choice/scores.js';
import { pairAudio } from './pair-audio.js';

const m4a = sound({ id: 'm4a', acodec: 'mp4a.40.2', abr: 129 });
const opus = sound({ id: 'opus', acodec: 'opus', ext: 'webm', abr: 160 });
const vorbis = sound({ id: 'vorbis', acodec: 'vorbis', ext: 'webm', abr: 500 });
const low = sound({ id: 'low', acodec: 'mp4a.40.5', abr: 48 });
const avc = picture({ vcodec: 'avc1' });
const vp9 = picture({ vcodec: 'vp9', ext: 'webm' });

describe('pairAudio', () => {
  it.each([
    ['the same family to a higher bitrate', avc, [opus, m4a, low], 'm4a'],
    ['the same family to a higher bitrate', vp9, [m4a, opus], 'opus'],
    ['audio with a shared family to audio without one', avc, [vorbis, opus], 'opus'],
    ['the highest bitrate within a family', avc, [low, m4a], 'm4a'],
    ['the only audio there is', avc, [vorbis], 'vorbis'],
    [
      'the original language to everything else',
      avc,
      [m4a, sound({ ...opus, id: 'original', languagePreference: 10 })],
      'original',
    ],
    [
      "the site's preference when rates are unknown",
      avc,
      [sound({ id: 'lo', abr: null }), sound({ id: 'hi', abr: null, preference: 0.01 })],
      'hi',
    ],
    [
      "the site's quality rating to a higher bitrate",
      avc,
      [sound({ id: 'drc', abr: 131, quality: 2.5 }), sound({ id: 'plain', quality: 3 })],
      'plain',
    ],
    [
      'audio that plays on every device to better Dolby',
      avc,
      [m4a, sound({ id: 'dolby', acodec: 'ec-3', abr: 448, quality: 10 })],
      'm4a',
    ],
    ['Dolby if there is nothing else', avc, [sound({ id: 'dolby', acodec: 'ec-3' })], 'dolby'],
    [
      "the video's protocol as a tie-breaker",
      picture({ protocol: 'hls' }),
      [sound({ id: 'file' }), sound({ id: 'hls', protocol: 'hls' })],
      'hls',
    ],
  ])('prefers %s', (_, video, sounds, id) => {
    expect(pairAudio(video, sounds)?.id).toBe(id);
    expect(pairAudio(video, [...sounds].reverse())?.id).toBe(id);
  });

  it('chooses the last of equal streams', () => {
    const sounds = ['233', '234'].map((id) => sound({ id, abr: null, acodec: null }));
    expect(pairAudio(avc, sounds)?.id).toBe('234');
  });

  it('avoids audio that would need Matroska if there is other audio', () => {
    const flac = sound({ id: '30251', acodec: 'flac', abr: 1400, ext: 'm4a', quality: 5 });
    expect(pairAudio(avc, [low, flac])?.id).toBe('low');
  });

  it('finds no audio on a silent page', () => {
    expect(pairAudio(avc, [])).toBeNull();
  });
});

it.each([
  [[1, 2], [1, 2], 0],
  [[1, 2], [1, 3], -1],
  [[2], [1], 1],
  [[], [], 0],
])('compares %j with %j as %d', (a, b, expected) => {
  expect(Math.sign(compareScores(a, b))).toBe(expected);
});
