import { picture, recordedInfo, sound } from '../testing/recorded-page.js';
import { sameStream } from './same-stream.js';
import type { SourceFormat } from '../source-info.js';

const wanted = picture({ id: '1', tbr: 900 });

describe('the same stream', () => {
  it.each<[string, SourceFormat[], string]>([
    ['its id', [picture({ id: '2', url: 'https://cdn.example/2', tbr: 900 }), wanted], wanted.url],
    [
      'its id, although the site reports new measurements',
      [picture({ id: '1', tbr: 901, vcodec: 'avc1', url: 'https://cdn.example/1' })],
      'https://cdn.example/1',
    ],
    [
      'a mirror if its id is gone',
      [picture({ id: '9', tbr: 900, url: 'https://mirror.example/1' })],
      'https://mirror.example/1',
    ],
    [
      'a mirror if another stream now has its id',
      [
        picture({ id: '1', tbr: 500, width: 640, height: 360 }),
        picture({ id: '2', tbr: 900, url: 'https://mirror.example/1' }),
      ],
      'https://mirror.example/1',
    ],
  ])('is found by %s, and keeps its id', (_, formats, url) => {
    expect(sameStream(wanted, formats)).toMatchObject({ id: '1', url });
  });

  it.each<[string, SourceFormat, SourceFormat[]]>([
    ['nothing is left', wanted, []],
    ['only an audio stream has its id', wanted, [sound({ id: '1' })]],
    ['only another size has its id', wanted, [picture({ id: '1', width: 640, height: 360 })]],
    [
      'its id now means a segmented stream',
      wanted,
      [picture({ id: '1', protocol: 'hls', tbr: 900 })],
    ],
    ['all other streams differ', wanted, [picture({ id: '2', tbr: 901 })]],
    [
      'only another language has its id',
      sound({ id: '140-1', language: 'en' }),
      [sound({ id: '140-1', language: 'es' })],
    ],
    ['nothing is known about the streams', picture({ id: '1' }), [picture({ id: '2' })]],
  ])('is not found when %s', (_, stream, formats) => {
    expect(sameStream(stream, formats)).toBeNull();
  });

  it('is found by its language if dubs have been renumbered', () => {
    const dub = (id: string, language: string) => sound({ id, language, sizeBytes: 5000 });
    const again = [dub('140-0', 'es'), dub('140-1', 'fr'), dub('140-2', 'en')];
    expect(sameStream(dub('140-1', 'en'), again)).toEqual(dub('140-1', 'en'));
  });

  it('is found on recorded pages, whichever mirror the row came from', () => {
    const { formats } = recordedInfo('tiktok-1');
    for (const format of formats) {
      expect(sameStream(format, [...formats].reverse())).toEqual(format);
    }
    const [mirror] = formats.filter(({ id }) => id === 'bytevc1_720p_1504834-1');
    const others = formats.filter((format) => format !== mirror);
    expect(mirror && sameStream(mirror, others)?.url).toBe(
      formats.find(({ id }) => id === 'bytevc1_720p_1504834-0')?.url,
    );
  });
});
