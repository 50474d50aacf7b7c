import type { ErrorCode } from '@dipper/contract';
import { hlsLength, readPlaylist } from './hls-playlist.js';
import type { Segment } from '../client/source-stream.js';

const URL_OF_IT = 'https://cdn.example/a/b/index.m3u8?token=1';
const media = (lines: string, end = '#EXT-X-ENDLIST'): string =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n${lines}\n${end}\n`;
const segmentsOf = async (text: string): Promise<readonly Segment[]> => {
  const playlist = await readPlaylist(text, URL_OF_IT);
  return playlist.kind === 'media' ? playlist.segments : [];
};
const ivOf = async (text: string): Promise<(string | undefined)[]> =>
  (await segmentsOf(text)).map(({ key }) => key?.iv.toString('hex'));

describe('readPlaylist', () => {
  it.each([
    ['1.ts', 'https://cdn.example/a/b/1.ts'],
    ['../c/1.ts?x=2', 'https://cdn.example/a/c/1.ts?x=2'],
    ['/1.ts', 'https://cdn.example/1.ts'],
    ['//other.example/1.ts', 'https://other.example/1.ts'],
    ['http://other.example/1.ts', 'http://other.example/1.ts'],
  ])('resolves %s', async (uri, url) => {
    expect(await segmentsOf(media(`#EXTINF:4,\n${uri}`))).toMatchObject([
      { url, range: null, key: null },
    ]);
  });

  it('reads byte ranges, including those without an offset', async () => {
    const text = media(
      '#EXTINF:4,\n#EXT-X-BYTERANGE:100@50\nall.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:30\nall.ts',
    );
    expect((await segmentsOf(text)).map(({ range }) => range)).toEqual([
      { start: 50, end: 149 },
      { start: 150, end: 179 },
    ]);
  });

  it('puts the initialization section once before its segments, and again when it changes', async () => {
    const text = media(
      '#EXT-X-MAP:URI="init1.mp4",BYTERANGE="720@0"\n#EXTINF:4,\n1.m4s\n#EXTINF:4,\n2.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init2.mp4"\n#EXTINF:4,\n3.m4s',
    );
    expect(
      (await segmentsOf(text)).map(({ url, range }) => [url.split('/').at(-1), range]),
    ).toEqual([
      ['init1.mp4', { start: 0, end: 719 }],
      ['1.m4s', null],
      ['2.m4s', null],
      ['init2.mp4', null],
      ['3.m4s', null],
    ]);
  });

  describe('keys', () => {
    const IV = '0x000102030405060708090a0b0c0d0e0f';

    it('use the given IV', async () => {
      expect(
        await ivOf(media(`#EXT-X-KEY:METHOD=AES-128,URI="k",IV=${IV}\n#EXTINF:4,\n1.ts`)),
      ).toEqual(['000102030405060708090a0b0c0d0e0f']);
    });

    it("use the segment's number if there is no IV, even a large number", async () => {
      const key = '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts';
      expect(await ivOf(media(key))).toEqual(['0'.repeat(32), `${'0'.repeat(31)}1`]);
      expect(await ivOf(media(`#EXT-X-MEDIA-SEQUENCE:255\n${key}`))).toEqual([
        `${'0'.repeat(30)}ff`,
        `${'0'.repeat(29)}100`,
      ]);
      expect((await ivOf(media(`#EXT-X-MEDIA-SEQUENCE:1795230000000\n${key}`)))[0]).toBe(
        (1_795_230_000_000).toString(16).padStart(32, '0'),
      );
    });

    it('change and end as the playlist specifies', async () => {
      const text = media(
        '#EXT-X-KEY:METHOD=AES-128,URI="k1"\n#EXTINF:4,\n1.ts\n#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/k2"\n#EXTINF:4,\n2.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\n3.ts',
      );
      expect((await segmentsOf(text)).map(({ key }) => key?.url ?? null)).toEqual([
        'https://cdn.example/a/b/k1',
        'https://keys.example/k2',
        null,
      ]);
    });

    it('do not apply to an initialization section before them', async () => {
      const key = `#EXT-X-KEY:METHOD=AES-128,URI="k",IV=${IV}`;
      const map = '#EXT-X-MAP:URI="init.mp4"';
      expect(
        (await segmentsOf(media(`${map}\n${key}\n#EXTINF:4,\n1.m4s`))).map(
          ({ key: one }) => one !== null,
        ),
      ).toEqual([false, true]);
      expect(
        (await segmentsOf(media(`${key}\n${map}\n#EXTINF:4,\n1.m4s`))).map(
          ({ key: one }) => one !== null,
        ),
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
    ])('are refused for %s', async (attributes) => {
      await expect(segmentsOf(media(`#EXT-X-KEY:${attributes}\n#EXTINF:4,\n1.ts`))).rejects.toThrow(
        expect.objectContaining({ code: 'DRM_PROTECTED' }) as Error,
      );
    });
  });

  it('chooses the best variant of a master playlist, and identifies it', async () => {
    const master = (token: string): string =>
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100,RESOLUTION=640x360\nlow.m3u8?${token}\n#EXT-X-STREAM-INF:BANDWIDTH=900,RESOLUTION=1280x720\nhigh.m3u8?${token}\n`;
    const [one, two] = [
      await readPlaylist(master('a'), URL_OF_IT),
      await readPlaylist(master('b'), URL_OF_IT),
    ];
    expect(one).toMatchObject({ kind: 'master', best: 'https://cdn.example/a/b/high.m3u8?a' });
    expect(one.kind === 'master' && two.kind === 'master' && one.variant === two.variant).toBe(
      true,
    );
  });

  it('accepts a recording without an end mark if the playlist declares that it is a recording', async () => {
    expect(await segmentsOf(media('#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n1.ts', ''))).toHaveLength(
      1,
    );
  });

  it.each<[string, string, ErrorCode]>([
    ['a live stream', media('#EXTINF:4,\n1.ts', ''), 'LIVE_STREAM'],
    [
      'a playlist that is still growing',
      media('#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:4,\n1.ts', ''),
      'LIVE_STREAM',
    ],
    ['an HTML page', '<html>#EXTM3U</html>', 'NOT_MEDIA'],
    ['an empty text', '', 'NOT_MEDIA'],
    ['binary data', '\u0000\u0001\u0002', 'NOT_MEDIA'],
    ['a playlist without segments', media(''), 'SOURCE_INCOMPLETE'],
    ['an invalid URL', media('#EXTINF:4,\nhttp://[x'), 'SOURCE_FAILED'],
  ])('refuses %s', async (_, text, code) => {
    await expect(readPlaylist(text, URL_OF_IT)).rejects.toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });

  it('adds up the duration', async () => {
    const text = media('#EXTINF:4.5,\n1.ts\n#EXTINF:3,\n2.ts');
    expect(await readPlaylist(text, URL_OF_IT)).toMatchObject({ durationSeconds: 7.5 });
  });

  it('reads a playlist with a byte order mark and Windows line endings', async () => {
    expect(await segmentsOf(media('#EXTINF:4,\n1.ts').replaceAll('\n', '\r\n'))).toHaveLength(1);
    expect(await segmentsOf(`\uFEFF${media('#EXTINF:4,\n1.ts')}`)).toHaveLength(1);
  });
});

const playlist = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:6', ...lines, ''].join('\n');
const SEGMENTS = ['#EXTINF:4.5,a title', '1.ts', '#EXTINF:3,', '2.ts', '#EXTINF: 2.25', '3.ts'];

describe('hlsLength', () => {
  it.each<[what: string, text: string, length: number | 'live' | null]>([
    ['a recording', playlist(...SEGMENTS, '#EXT-X-ENDLIST'), 9.75],
    [
      'a playlist declared as VOD without an end mark',
      playlist('#EXT-X-PLAYLIST-TYPE:VOD', ...SEGMENTS),
      9.75,
    ],
    ['a playlist without segments', playlist('#EXT-X-ENDLIST'), 0],
    [
      'a playlist with Windows line endings and a byte order mark',
      `\uFEFF${playlist(...SEGMENTS, '#EXT-X-ENDLIST').replaceAll('\n', '\r\n')}`,
      9.75,
    ],
    ['a live stream', playlist(...SEGMENTS), 'live'],
    [
      'a playlist that is still growing',
      playlist('#EXT-X-PLAYLIST-TYPE:EVENT', ...SEGMENTS),
      'live',
    ],
    [
      'a playlist with a URI that looks like an end mark',
      playlist(...SEGMENTS, 'x?#EXT-X-ENDLIST'),
      'live',
    ],
    ['a master playlist', playlist('#EXT-X-STREAM-INF:BANDWIDTH=100', 'low.m3u8'), null],
    ['an HTML page', '<html>#EXTM3U\n#EXT-X-ENDLIST</html>', null],
    ['an empty text', '', null],
  ])('returns the duration, if there is one, of %s', (_, text, length) => {
    expect(hlsLength(text)).toBe(length);
  });
});

describe('the expected segments of a playlist', () => {
  const expectedOf = async (text: string): Promise<unknown[]> =>
    (await segmentsOf(text)).map(({ expected }) => expected);

  it('have a small tolerance for fractional durations, and a larger one for whole numbers', async () => {
    const exact = await expectedOf(media('#EXTINF:4,\n1.ts\n#EXTINF:3.5,\n2.ts'));
    expect(exact).toEqual([
      { holds: 'media', seconds: 4, slackSeconds: 0.5, startsAnew: false },
      { holds: 'media', seconds: 3.5, slackSeconds: 0.5, startsAnew: false },
    ]);
    const whole = await expectedOf(media('#EXTINF:4,\n1.ts\n#EXTINF:3,\n2.ts'));
    expect(whole).toMatchObject([{ slackSeconds: 1.05 }, { slackSeconds: 1.05 }]);
  });

  it('distinguish heads from media, and mark where the timeline restarts', async () => {
    const text =
      '#EXT-X-MAP:URI="init1.mp4"\n#EXTINF:4.1,\n1.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init2.mp4"\n#EXTINF:4.1,\n2.m4s';
    expect(await expectedOf(media(text))).toMatchObject([
      { holds: 'init', seconds: 0 },
      { holds: 'media', startsAnew: false },
      { holds: 'init', seconds: 0 },
      { holds: 'media', startsAnew: true },
    ]);
  });
});

describe('a playlist with a long URL', () => {
  const long = `https://cdn.example/${'a'.repeat(8000)}/index.m3u8`;
  const segments = (count: number, before: (at: number) => string = () => ''): string =>
    media(Array.from({ length: count }, (_, at) => `${before(at)}#EXTINF:1,\n${at}.ts`).join('\n'));

  it.each([
    ['segments', segments(4000)],
    ['keys', segments(2000, (at) => `#EXT-X-KEY:METHOD=AES-128,URI="k${at}"\n`)],
    ['initialization sections', segments(2000, (at) => `#EXT-X-MAP:URI="i${at}"\n`)],
  ])(
    'is refused if all its %s are relative to that URL and would fill the memory',
    async (_, text) => {
      await expect(readPlaylist(text, long)).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
      await expect(readPlaylist(text, URL_OF_IT)).resolves.toMatchObject({ kind: 'media' });
    },
  );

  it('is accepted if the same key and section are repeated', async () => {
    const text = segments(1500, () => '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXT-X-MAP:URI="i"\n');
    await expect(readPlaylist(text, long)).resolves.toMatchObject({ kind: 'media' });
  });
});
