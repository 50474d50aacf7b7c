import type { Format } from '@dipper/contract';
import { format } from '../../testing/fixtures.js';
import { foundSummary } from './search-words.js';

const video = (quality: string | null): Format => format({ quality, is_audio_only: false });
const UNREAD = { quality: null, vcodec: null, acodec: null };
const CONVERTED = { ...UNREAD, kind: 'audio', task_id: 'mp3', is_audio_only: true } as const;
const audio = format({ quality: null, is_audio_only: true });

describe('the summary of formats', () => {
  it('names each quality once, and counts conversions only as audio', () => {
    const formats = [...['1080p', '1080p', '720p', '360p'].map(video), audio, audio, audio];
    expect(foundSummary(formats)).toEqual({
      ...{ qualities: ['1080p', '720p', '360p'], more: 0 },
      ...{ audio: true, files: 0 },
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

  it.each<[string, Partial<Format>[], number]>([
    ['one file that has not been read', [UNREAD], 1],
    ['such a file and conversions of it', [UNREAD, CONVERTED, CONVERTED], 1],
    ['two such files', [UNREAD, UNREAD], 2],
    ['a file whose codecs are known', [{ ...UNREAD, acodec: 'aac' }], 0],
    ['a file without sound', [{ ...UNREAD, has_audio: false }], 0],
    ['a file whose quality is known', [{ ...UNREAD, quality: '720p' }], 0],
    ['separate audio', [UNREAD, { ...UNREAD, is_audio_only: true }], 0],
  ])('claims nothing about the content of %s if it is unknown', (_, formats, files) => {
    expect(foundSummary(formats.map((changes) => format(changes))).files).toBe(files);
  });

  it('leaves out videos of unknown quality', () => {
    expect(foundSummary([video('HD'), video(null), video(null)])).toMatchObject({
      ...{ qualities: ['HD'], more: 0 },
      audio: false,
    });
  });
});
