import type { Format } from '@dipper/contract';
import { format } from '../../testing/fixtures.js';
import { foundSummary } from './found-summary.js';

const video = (quality: string | null): Format => format({ quality, is_audio_only: false });
const audio = format({ quality: null, is_audio_only: true });

describe('the summary of formats', () => {
  it('names each quality once, and conversions only as audio', () => {
    const formats = [...['1080p', '1080p', '720p', '360p'].map(video), audio, audio, audio];
    expect(foundSummary(formats)).toEqual({
      ...{ qualities: ['1080p', '720p', '360p'], more: 0 },
      audio: true,
    });
  });

  it.each([
    [5, 5, 0],
    [6, 4, 2],
    [9, 4, 5],
  ])('for %d qualities, names %d and counts %d more', (count, named, more) => {
    const found = foundSummary(Array.from({ length: count }, (_, at) => video(`${9 - at}00p`)));
    expect([found.qualities.length, found.more]).toEqual([named, more]);
  });

  it('leaves out videos of unknown quality', () => {
    expect(foundSummary([video('HD'), video(null), video(null)])).toMatchObject({
      ...{ qualities: ['HD'], more: 0 },
      audio: false,
    });
  });
});
