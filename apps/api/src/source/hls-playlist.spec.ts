import type { ErrorCode } from '@dipper/contract';
import { hlsLength, readPlaylist } from './hls-playlist.js';
import type { Segment } from './source-stream.js';

const URL_OF_IT = 'https://cdn.example/a/b/index.m3u8?token=1';
const media = (lines: string, end = '#EXT-X-ENDLIST'): string =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n${lines}\n${end}\n`;
const segmentsOf = (text: string): readonly Segment[] => {
  const playlist = readPlaylist(text, URL_OF_IT);
  return playlist.kind === 'media' ? playlist.segments : [];
};
const ivOf = (text: string): (string | undefined)[] =>
  segmentsOf(text).map(({ key }) => key?.iv.toString('hex'));

describe('readPlaylist', () => {
  it.each([
    ['1.ts', 'https://cdn.example/a/b/1.ts'],
    ['../c/1.ts?x=2', 'https://cdn.example/a/c/1.ts?x=2'],
    ['/1.ts', 'https://cdn.example/1.ts'],
    ['//other.example/1.ts', 'https://other.example/1.ts'],
    ['http://other.example/1.ts', 'http://other.example/1.ts'],
  ])('resolves %s to %s', (uri, url) => {
    expect(segmentsOf(media(`#EXTINF:4,\n${uri}`))).toMatchObject([
      { url, range: null, key: null },
    ]);
  });

  it('reads byte ranges, including those relative to the one before', () => {
    const text = media(
      '#EXTINF:4,\n#EXT-X-BYTERANGE:100@50\nall.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:30\nall.ts',
    );
    expect(segmentsOf(text).map(({ range }) => range)).toEqual([
      { start: 50, end: 149 },
      { start: 150, end: 179 },
    ]);
  });

  it('puts the init section once before its segments, and again when it changes', () => {
    const text = media(
      '#EXT-X-MAP:URI="init1.mp4",BYTERANGE="720@0"\n#EXTINF:4,\n1.m4s\n#EXTINF:4,\n2.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init2.mp4"\n#EXTINF:4,\n3.m4s',
    );
    expect(segmentsOf(text).map(({ url, range }) => [url.split('/').at(-1), range])).toEqual([
      ['init1.mp4', { start: 0, end: 719 }],
      ['1.m4s', null],
      ['2.m4s', null],
      ['init2.mp4', null],
      ['3.m4s', null],
    ]);
  });

  describe('encryption keys', () => {
    const IV = '0x000102030405060708090a0b0c0d0e0f';

    it('use the given IV', () => {
      expect(ivOf(media(`#EXT-X-KEY:METHOD=AES-128,URI="k",IV=${IV}\n#EXTINF:4,\n1.ts`))).toEqual([
        '000102030405060708090a0b0c0d0e0f',
      ]);
    });

    it('derive a missing IV from the segment number, even a large one', () => {
      const key = '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts';
      expect(ivOf(media(key))).toEqual(['0'.repeat(32), `${'0'.repeat(31)}1`]);
      expect(ivOf(media(`#EXT-X-MEDIA-SEQUENCE:255\n${key}`))).toEqual([
        `${'0'.repeat(30)}ff`,
        `${'0'.repeat(29)}100`,
      ]);
      expect(ivOf(media(`#EXT-X-MEDIA-SEQUENCE:1795230000000\n${key}`))[0]).toBe(
        (1_795_230_000_000).toString(16).padStart(32, '0'),
      );
    });

    it('change and end where the playlist says so', () => {
      const text = media(
        '#EXT-X-KEY:METHOD=AES-128,URI="k1"\n#EXTINF:4,\n1.ts\n#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/k2"\n#EXTINF:4,\n2.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\n3.ts',
      );
      expect(segmentsOf(text).map(({ key }) => key?.url ?? null)).toEqual([
        'https://cdn.example/a/b/k1',
        'https://keys.example/k2',
        null,
      ]);
    });

    it('do not apply to an init section in front of the key', () => {
      const key = `#EXT-X-KEY:METHOD=AES-128,URI="k",IV=${IV}`;
      const map = '#EXT-X-MAP:URI="init.mp4"';
      expect(
        segmentsOf(media(`${map}\n${key}\n#EXTINF:4,\n1.m4s`)).map(({ key: one }) => one !== null),
      ).toEqual([false, true]);
      expect(
        segmentsOf(media(`${key}\n${map}\n#EXTINF:4,\n1.m4s`)).map(({ key: one }) => one !== null),
      ).toEqual([true, true]);
    });

    it.each([
      'METHOD=SAMPLE-AES,URI="k"',
      'METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYID=0x00,KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"',
      'METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"',
      'METHOD=SAMPLE-AES,URI="data:x",KEYFORMAT="com.microsoft.playready"',
      'METHOD=SAMPLE-AES-CTR',
      'URI="k",METHOD=SAMPLE-AES',
      'METHOD=AES-128-CTR,URI="k"',
    ])('are rejected: %s', (attributes) => {
      expect(() => segmentsOf(media(`#EXT-X-KEY:${attributes}\n#EXTINF:4,\n1.ts`))).toThrow(
        expect.objectContaining({ code: 'DRM_PROTECTED' }) as Error,
      );
    });
  });

  it('picks the best variant of a master playlist and names it', () => {
    const master = (token: string): string =>
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100,RESOLUTION=640x360\nlow.m3u8?${token}\n#EXT-X-STREAM-INF:BANDWIDTH=900,RESOLUTION=1280x720\nhigh.m3u8?${token}\n`;
    const [one, two] = [readPlaylist(master('a'), URL_OF_IT), readPlaylist(master('b'), URL_OF_IT)];
    expect(one).toMatchObject({ kind: 'master', best: 'https://cdn.example/a/b/high.m3u8?a' });
    expect(one.kind === 'master' && two.kind === 'master' && one.variant === two.variant).toBe(
      true,
    );
  });

  it('accepts a VOD playlist without an end tag', () => {
    expect(segmentsOf(media('#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n1.ts', ''))).toHaveLength(1);
  });

  it.each<[string, string, ErrorCode]>([
    ['a live one', media('#EXTINF:4,\n1.ts', ''), 'LIVE_STREAM'],
    [
      'one that still grows',
      media('#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:4,\n1.ts', ''),
      'LIVE_STREAM',
    ],
    ['a page', '<html>#EXTM3U</html>', 'NOT_MEDIA'],
    ['nothing', '', 'NOT_MEDIA'],
    ['bytes', '\u0000\u0001\u0002', 'NOT_MEDIA'],
    ['a playlist without segments', media(''), 'SOURCE_INCOMPLETE'],
    ['an address that is none', media('#EXTINF:4,\nhttp://[x'), 'SOURCE_FAILED'],
  ])('rejects %s', (_, text, code) => {
    expect(() => readPlaylist(text, URL_OF_IT)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('adds up the duration', () => {
    const text = media('#EXTINF:4.5,\n1.ts\n#EXTINF:3,\n2.ts');
    expect(readPlaylist(text, URL_OF_IT)).toMatchObject({ durationSeconds: 7.5 });
  });

  it('reads a byte order mark and Windows line endings', () => {
    expect(segmentsOf(media('#EXTINF:4,\n1.ts').replaceAll('\n', '\r\n'))).toHaveLength(1);
    expect(segmentsOf(`\uFEFF${media('#EXTINF:4,\n1.ts')}`)).toHaveLength(1);
  });
});

const playlist = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:6', ...lines, ''].join('\n');
const SEGMENTS = ['#EXTINF:4.5,a title', '1.ts', '#EXTINF:3,', '2.ts', '#EXTINF: 2.25', '3.ts'];

describe('hlsLength', () => {
  it.each<[what: string, text: string, length: number | 'live' | null]>([
    ['a VOD playlist', playlist(...SEGMENTS, '#EXT-X-ENDLIST'), 9.75],
    [
      'a playlist that only claims to be VOD',
      playlist('#EXT-X-PLAYLIST-TYPE:VOD', ...SEGMENTS),
      9.75,
    ],
    ['a playlist without segments', playlist('#EXT-X-ENDLIST'), 0],
    [
      'Windows line ends and a byte order mark',
      `\uFEFF${playlist(...SEGMENTS, '#EXT-X-ENDLIST').replaceAll('\n', '\r\n')}`,
      9.75,
    ],
    ['a live one', playlist(...SEGMENTS), 'live'],
    ['one that still grows', playlist('#EXT-X-PLAYLIST-TYPE:EVENT', ...SEGMENTS), 'live'],
    ['an end mark that is only an address', playlist(...SEGMENTS, 'x?#EXT-X-ENDLIST'), 'live'],
    ['a master playlist', playlist('#EXT-X-STREAM-INF:BANDWIDTH=100', 'low.m3u8'), null],
    ['a page', '<html>#EXTM3U\n#EXT-X-ENDLIST</html>', null],
    ['nothing', '', null],
  ])('measures %s', (_, text, length) => {
    expect(hlsLength(text)).toBe(length);
  });
});

describe('segment information', () => {
  const expectedOf = (text: string): unknown[] => segmentsOf(text).map(({ expected }) => expected);

  it('treats exact durations as exact and integers as rounded', () => {
    const exact = expectedOf(media('#EXTINF:4,\n1.ts\n#EXTINF:3.5,\n2.ts'));
    expect(exact).toEqual([
      { holds: 'media', seconds: 4, slackSeconds: 0.5, startsAnew: false },
      { holds: 'media', seconds: 3.5, slackSeconds: 0.5, startsAnew: false },
    ]);
    const whole = expectedOf(media('#EXTINF:4,\n1.ts\n#EXTINF:3,\n2.ts'));
    expect(whole).toMatchObject([{ slackSeconds: 1.05 }, { slackSeconds: 1.05 }]);
  });

  it('distinguishes init sections from media, and marks discontinuities', () => {
    const text =
      '#EXT-X-MAP:URI="init1.mp4"\n#EXTINF:4.1,\n1.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init2.mp4"\n#EXTINF:4.1,\n2.m4s';
    expect(expectedOf(media(text))).toMatchObject([
      { holds: 'init', seconds: 0 },
      { holds: 'media', startsAnew: false },
      { holds: 'init', seconds: 0 },
      { holds: 'media', startsAnew: true },
    ]);
  });
});
