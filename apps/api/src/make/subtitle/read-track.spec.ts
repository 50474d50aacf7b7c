import type { SubtitleFile, SubtitleTrack } from '../../extract/source-info.js';
import type { MakeContext } from '../maker.port.js';
import { readTrack } from './read-track.js';

const page = { pageUrl: 'https://site.example/watch/1', durationSeconds: 60 };
const file = (url: string, changes: Partial<SubtitleFile> = {}): SubtitleFile => ({
  ...{ url, headers: {}, ext: 'vtt', protocol: 'file' },
  ...changes,
});
const track = (...files: SubtitleFile[]): SubtitleTrack => ({
  ...{ language: 'ru', name: null, machine: false },
  files,
});

/** What the source returns for each URL: text, bytes, or the segments of a playlist. */
type Served = Readonly<Record<string, string | Buffer | readonly string[]>>;

const world = (served: Served, again?: SubtitleTrack) => {
  const asked: string[] = [];
  const context: Pick<MakeContext, 'readPieces' | 'readAgain'> = {
    readPieces: ({ url }) => {
      asked.push(url);
      const found = served[url];
      const pieces = Array.isArray(found)
        ? (found as string[])
        : found === undefined
          ? null
          : [found as string];
      return Promise.resolve(pieces && pieces.map((piece) => Buffer.from(piece)));
    },
    readAgain: () => {
      asked.push('again');
      return Promise.resolve({ subtitles: again ? [again] : [] } as never);
    },
  };
  return { asked, context };
};
const lines = async (served: Served | string | Buffer, language = 'ru'): Promise<string[]> => {
  const all = typeof served === 'string' || Buffer.isBuffer(served) ? { a: served } : served;
  const cues = await readTrack({ ...track(file('a')), language }, page, world(all).context);
  return cues.map(({ start, end, text }) =>
    [
      ...[start, end].map((time) => Math.round(time * 1000) / 1000),
      text.replace(/\n/g, ' / '),
    ].join(' '),
  );
};
const vtt = (...cues: string[]): string => `WEBVTT\n\n${cues.join('\n\n')}\n`;
const srt = (text: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

describe('readTrack', () => {
  it.each<[string, string, string[]]>([
    [
      'cues that are out of order, without an end, after the end of the item, or without text',
      vtt(
        '00:05.000 --> 00:04.000\nthree',
        '00:01.000 --> 00:03.000\none',
        '00:02.000 --> 00:03.000\ntwo',
        '00:59.000 --> 02:00.000\nfour',
        '01:30.000 --> 01:31.000\nanother film',
        '00:06.000 --> 00:07.000\n<i> </i>',
      ),
      ['1 3 one', '2 3 two', '5 9 three', '59 62 four'],
    ],
    [
      'control characters, lone surrogates, and repeated spaces',
      vtt('00:01.000 --> 00:02.000\n\u0000a\u0007b\uFEFF  c\u00A0\td\u2028'),
      ['1 2 ab c d'],
    ],
    [
      'cues that a playlist repeats at segment boundaries',
      vtt('00:01.000 --> 00:02.000\none', '00:02.000 --> 00:03.500\none'),
      ['1 3.5 one'],
    ],
    [
      "rolling lines, as in YouTube's auto-generated captions",
      vtt(
        '00:00.160 --> 00:02.389\n \nhello<00:00:00.480><c> world</c>',
        '00:02.389 --> 00:02.399\nhello world\n ',
        '00:02.399 --> 00:04.550\nhello world\nthis<00:00:03.000><c> is</c>',
        '00:04.550 --> 00:04.560\nthis is\n ',
        '00:04.560 --> 00:06.000\nthis is\nthis is',
        '00:09.000 --> 00:10.000\n \nthe end',
      ),
      ['0.16 2.399 hello world', '2.399 4.56 this is', '4.56 6 this is', '9 10 the end'],
    ],
    [
      'three rolling lines, as on television',
      vtt(
        '00:01.000 --> 00:02.000\nA',
        '00:02.000 --> 00:03.000\nA\nB',
        '00:03.000 --> 00:04.000\nA\nB\nC',
        '00:04.000 --> 00:05.000\nB\nC\nD',
      ),
      ['1 2 A', '2 3 B', '3 4 C', '4 5 D'],
    ],
    [
      'overlapping two-line displays',
      JSON.stringify({
        events: [0, 1, 2, 3].map((at) => ({
          tStartMs: at * 2000,
          dDurationMs: 4000,
          segs: [{ utf8: `line ${at}` }],
        })),
      }),
      ['0 2 line 0', '2 4 line 1', '4 6 line 2', '6 10 line 3'],
    ],
    [
      'speakers who repeat themselves',
      vtt(
        '00:01.000 --> 00:02.000\nNo!',
        '00:02.000 --> 00:03.000\nNo!\nNever!',
        '00:03.500 --> 00:04.000\nWell',
        '00:04.000 --> 00:05.000\nif you say so',
      ),
      ['1 2 No!', '2 3 No! / Never!', '3.5 4 Well', '4 5 if you say so'],
    ],
  ])('cleans up %s', async (_case, text, expected) => {
    expect(await lines(text)).toEqual(expected);
  });

  it.each<[string, Buffer, string, string]>([
    ['UTF-8', Buffer.from(srt('Привет — 你好')), 'ru', 'Привет — 你好'],
    [
      'UTF-8 with an invalid byte',
      Buffer.concat([Buffer.from(srt('é'.repeat(99))), Buffer.from([0xe9])]),
      'fr',
      `${'é'.repeat(99)} / �`,
    ],
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\uFEFF${srt('Привет')}`, 'utf16le'),
      'ru',
      'Привет',
    ],
    ['UTF-16 without a byte order mark', Buffer.from(srt('Grüße'), 'utf16le'), 'de', 'Grüße'],
    ['UTF-16, big-endian', Buffer.from(`\uFEFF${srt('Grüße')}`, 'utf16le').swap16(), 'de', 'Grüße'],
    ['windows-1252', Buffer.from(srt('Gr\xfc\xdfe \x96 \x80'), 'latin1'), 'de', 'Grüße – €'],
    ['windows-1251', Buffer.from(srt('\xcf\xf0\xe8\xe2\xe5\xf2'), 'latin1'), 'ru-RU', 'Привет'],
    ['Shift JIS', Buffer.from(srt('\x82\xb1\x82\xf1'), 'latin1'), 'ja', 'こん'],
    [
      'the encoding that XML declares',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-2"?><tt><p begin="1s" end="2s">\xb3\xf3d\xbc</p></tt>',
        'latin1',
      ),
      'en',
      'łódź',
    ],
  ])('decodes %s', async (_encoding, bytes, language, text) => {
    expect(await lines(bytes, language)).toEqual([`1 2 ${text}`]);
  });

  const segment = (ticks: number | null, ...cues: string[]): string =>
    `WEBVTT\n${ticks === null ? '' : `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${ticks}\n`}\n${cues.join('\n\n')}`;
  it.each<[string, string[], string[]]>([
    [
      'one clock for all',
      [
        segment(900_000, '00:01.000 --> 00:02.000\none'),
        segment(900_000, '00:07.000 --> 00:08.000\ntwo'),
      ],
      ['1 2 one', '7 8 two'],
    ],
    [
      'a clock per segment',
      [
        segment(900_000, '00:01.000 --> 00:02.000\none'),
        segment(1_440_000, '00:01.000 --> 00:02.000\ntwo'),
      ],
      ['1 2 one', '7 8 two'],
    ],
    [
      'a clock that wraps around',
      [
        segment(2 ** 33 - 90_000, '00:01.000 --> 00:02.000\none'),
        segment(450_000, '00:00.000 --> 00:02.000\ntwo'),
      ],
      ['1 2 one', '6 8 two'],
    ],
    [
      'no clock, an empty segment, and a cue across boundaries',
      [
        segment(null, '00:01.000 --> 00:06.000\none'),
        segment(null),
        segment(null, '00:06.000 --> 00:08.000\none'),
      ],
      ['1 8 one'],
    ],
  ])('joins segments with %s', async (_clock, pieces, expected) => {
    expect(await lines({ a: pieces })).toEqual(expected);
  });

  const good = srt('good');
  it('uses the first file that has cues', async () => {
    const { asked, context } = world({ empty: '', page: '<html></html>', good });
    const cues = await readTrack(
      track(...['gone', 'empty', 'page', 'good', 'more'].map((url) => file(url))),
      page,
      context,
    );
    expect([cues.length, asked]).toEqual([1, ['gone', 'empty', 'page', 'good']]);
  });

  it('reads the page again, but only once, if no URL works', async () => {
    const { asked, context } = world({ fresh: good }, track(file('fresh')));
    await expect(readTrack(track(file('stale')), page, context)).resolves.toHaveLength(1);
    expect(asked).toEqual(['stale', 'again', 'fresh']);
  });

  it.each<[string, SubtitleTrack | undefined]>([
    ['has no subtitles', undefined],
    ['has no subtitles in the language', { ...track(file('good')), language: 'de' }],
    ['has auto-generated ones instead', { ...track(file('good')), machine: true }],
    ['has empty ones', track(file('empty'))],
  ])('reports the subtitles as gone when the page %s', async (_case, again) => {
    const { context } = world({ good, empty: 'WEBVTT\n\n' }, again);
    await expect(readTrack(track(file('stale')), page, context)).rejects.toMatchObject({
      code: 'SUBTITLES_GONE',
    });
  });
});
