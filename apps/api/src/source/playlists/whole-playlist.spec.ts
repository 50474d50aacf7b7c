import { readPlaylist } from './hls-playlist.js';
import { wholePlaylist } from './whole-playlist.js';

const END = '#EXT-X-ENDLIST';
let token = 0;
/** A recording, with a token that differs in each read. */
const listOf = (count: number, end = ''): string =>
  [
    '#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-TARGETDURATION:4',
    ...Array.from({ length: count }, (_, at) => `#EXTINF:4,\n${at}.ts?t=${(token += 1)}`),
    end,
  ].join('\n');

/** @param texts what the source sends, in turn; null for a refusal. */
const reading = async (...texts: (string | null)[]) => {
  let reads = 0;
  const playlist = await wholePlaylist(async () => {
    const text = texts[reads] ?? null;
    reads += 1;
    if (text === null) {
      throw new Error('refused');
    }
    return readPlaylist(text, 'https://cdn.example/list.m3u8');
  }, new AbortController().signal);
  return { segments: playlist.kind === 'media' && playlist.segments.length, reads };
};

describe('wholePlaylist', () => {
  it.each<[string, (string | null)[], number, number]>([
    ['reads a playlist with an end mark once', [listOf(3, END)], 3, 1],
    ['accepts a recording without an end mark if two reads agree', [listOf(3), listOf(3)], 3, 2],
    ['replaces a playlist that broke off', [listOf(2), listOf(3, END)], 3, 2],
    ['reads on until two reads agree', [listOf(1), listOf(3), listOf(3)], 3, 3],
    ['accepts a recording that the source gives only once', [listOf(3), null], 3, 2],
  ])('%s', async (_, texts, segments, reads) => {
    expect(await reading(...texts)).toEqual({ segments, reads });
  });

  it('refuses a playlist that differs every time', async () => {
    await expect(reading(listOf(1), listOf(2), listOf(3), listOf(4))).rejects.toMatchObject({
      code: 'SOURCE_INCOMPLETE',
    });
  });

  it('throws what the first read throws, and what a read throws after two that differ', async () => {
    await expect(reading(null)).rejects.toThrow('refused');
    await expect(reading(listOf(1), listOf(2), null)).rejects.toThrow('refused');
  });
});
