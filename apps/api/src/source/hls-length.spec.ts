import { hlsLength } from './hls-length.js';

const media = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:6', ...lines, ''].join('\n');
const SEGMENTS = ['#EXTINF:4.5,a title', '1.ts', '#EXTINF:3,', '2.ts', '#EXTINF: 2.25', '3.ts'];

describe('hlsLength', () => {
  it.each<[what: string, text: string, length: number | 'live' | null]>([
    ['a recording', media(...SEGMENTS, '#EXT-X-ENDLIST'), 9.75],
    ['one that only says that it is one', media('#EXT-X-PLAYLIST-TYPE:VOD', ...SEGMENTS), 9.75],
    ['one without segments', media('#EXT-X-ENDLIST'), 0],
    [
      'Windows line ends and a byte order mark',
      `\uFEFF${media(...SEGMENTS, '#EXT-X-ENDLIST').replaceAll('\n', '\r\n')}`,
      9.75,
    ],
    ['a live one', media(...SEGMENTS), 'live'],
    ['one that still grows', media('#EXT-X-PLAYLIST-TYPE:EVENT', ...SEGMENTS), 'live'],
    ['an end mark that is only an address', media(...SEGMENTS, 'x?#EXT-X-ENDLIST'), 'live'],
    ['a master playlist', media('#EXT-X-STREAM-INF:BANDWIDTH=100', 'low.m3u8'), null],
    ['a page', '<html>#EXTM3U\n#EXT-X-ENDLIST</html>', null],
    ['nothing', '', null],
  ])('%s', (_, text, length) => {
    expect(hlsLength(text)).toBe(length);
  });
});
