import { picture, sound, sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import type { SourceFormat } from '../source-info.js';
import { offersOf } from './offers.js';

const ids = (...formats: SourceFormat[]): string[] =>
  offersOf(sourceInfo(formats)).map(({ main }) => main.id);
const hevc = { vcodec: 'hvc1.2.4', isHdr: true };
const small = { width: 640, height: 360 };

describe('rows', () => {
  it.each<[string, SourceFormat[], string[]]>([
    [
      'audio of audibly different bitrates',
      [320, 192, 160, 128, 120].map((abr) => sound({ id: String(abr), ext: 'mp3', abr })),
      ['320', '192', '128'],
    ],
    [
      'no audio of unknown bitrate beside audio of known bitrate and the same type',
      [sound({ id: 'known' }), sound({ id: 'unknown', abr: null })],
      ['known'],
    ],
    [
      'audio of unknown rate in a file type that no other row has',
      [sound({ id: 'known' }), sound({ id: 'mp3', ext: 'mp3', abr: null })],
      ['known', 'mp3'],
    ],
    [
      'audio that plays everywhere rather than slightly better audio',
      [sound({ id: 'aac' }), sound({ id: 'opus', abr: 160, acodec: 'opus', ext: 'webm' })],
      ['aac', 'opus'],
    ],
    [
      'no small HDR video beside an SDR video',
      [sourceFormat({ id: 'sdr', ...small }), sourceFormat({ id: 'hdr', ...hevc, ...small })],
      ['sdr'],
    ],
    [
      'a small HDR video if there is nothing else',
      [sourceFormat({ id: 'hdr', ...hevc, ...small })],
      ['hdr'],
    ],
    [
      'no segmented video that also exists as a plain file',
      [
        picture({ id: 'file', vcodec: 'vp09.00.50.08', ext: 'webm' }),
        picture({ id: 'hls', vcodec: 'vp09.00.50.08', protocol: 'hls' }),
      ],
      ['file'],
    ],
    [
      'segmented video whose plain file is in a legacy format',
      [sourceFormat({ id: 'flv', ext: 'flv' }), sourceFormat({ id: 'hls', protocol: 'hls' })],
      ['hls'],
    ],
    ['a legacy file if there is nothing else', [sourceFormat({ id: 'flv', ext: 'flv' })], ['flv']],
    [
      'the file that yt-dlp does not consider doubtful',
      [sourceFormat({ id: '22', preference: -0.05 }), picture({ id: '136' }), sound()],
      ['136', 'a'],
    ],
    [
      'formats for which the site has names',
      ['high-720p', 'low-360p', 'hd'].map((id) => sourceFormat({ id, width: null, height: null })),
      ['hd', 'high-720p', 'low-360p'],
    ],
    [
      'one of several formats about which nothing is known',
      ['1', '2'].map((id) => sourceFormat({ id, width: null, height: null })),
      ['2'],
    ],
    [
      'a wide video with the size of the frame from which it was cut',
      [
        sourceFormat({ id: 'full' }),
        sourceFormat({ id: 'wide', width: 1280, height: 536, tbr: 900 }),
      ],
      ['wide'],
    ],
  ])('consist of %s', (_, formats, expected) => {
    expect(ids(...formats)).toEqual(expected);
  });

  it('are limited in number and include the recommended one', () => {
    const pictures = Array.from({ length: 500 }, (_, at) =>
      picture({ id: `v${at}`, width: null, height: 300 + at, tbr: at }),
    );
    const sounds = Array.from({ length: 500 }, (_, at) =>
      sound({ id: `a${at}`, abr: at + 1, acodec: at % 2 ? 'opus' : 'mp4a.40.2' }),
    );
    const rows = offersOf(sourceInfo([...pictures, ...sounds]));
    expect(rows.filter(({ main }) => main.video !== 'no')).toHaveLength(31);
    expect(rows.filter(({ main }) => main.video === 'no').length).toBeLessThanOrEqual(12);
    expect(rows.find(({ recommended }) => recommended)?.main.height).toBe(720);
    expect(rows[0]?.main.height).toBe(799);
  });
});
