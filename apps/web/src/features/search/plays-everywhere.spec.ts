import { format } from '../../testing/fixtures.js';
import { playsEverywhere } from './plays-everywhere.js';

describe('playsEverywhere', () => {
  it.each([
    [true, {}],
    [true, { has_audio: false, acodec: null }],
    [true, { ext: 'm4a', is_audio_only: true, vcodec: null }],
    [true, { ext: 'mp3', is_audio_only: true, vcodec: null, acodec: 'mp3' }],
    [false, { vcodec: 'av01.0.13M.08' }],
    [false, { vcodec: 'hvc1.1.6' }],
    [false, { vcodec: null }],
    [false, { ext: 'webm' }],
    [false, { acodec: 'opus' }],
  ])('%s for %j', (expected, facts) => {
    expect(playsEverywhere(format(facts))).toBe(expected);
  });
});
