import { readPieces } from './read-pieces.js';

const LIST = 'https://cdn.example/list.m3u8';
const KEPT = { 'x-token': 'a' };
const listOf = (count: number, before = '') =>
  [
    ...['#EXTM3U', '#EXT-X-TARGETDURATION:4'],
    ...Array.from({ length: count }, (_, at) => `${before}#EXTINF:4,\npiece-${at}.vtt`),
    '#EXT-X-ENDLIST',
  ].join('\n');

/** @param serve returns a piece by its name and attempt; null if it is too large. */
const reading = async (
  list: string,
  maxBytes: number,
  serve: (name: string, attempt: number) => string | null,
) => {
  const asked: string[] = [];
  const read = async ({ url }: { url: string }, options: { maxBytes: number }) => {
    await Promise.resolve();
    if (url === LIST) {
      return { bytes: Buffer.from(list), url };
    }
    const name = new URL(url).pathname.slice(1);
    asked.push(name);
    const text = serve(name, asked.filter((one) => one === name).length);
    return text === null || text.length > options.maxBytes
      ? null
      : { bytes: Buffer.from(text), url };
  };
  const { signal } = new AbortController();
  const remote = { url: LIST, headers: KEPT, protocol: 'hls' } as const;
  const pieces = await readPieces({ read }, remote, { maxBytes, signal });
  return { pieces: pieces && pieces.map(String), asked };
};

describe('readPieces', () => {
  it('returns the segments of a playlist in order', async () => {
    const { pieces } = await reading(listOf(6), 1000, (name) => name);
    expect(pieces).toEqual([0, 1, 2, 3, 4, 5].map((at) => `piece-${at}.vtt`));
  });

  it('allows pieces that fill the limit together, and no byte more', async () => {
    const atLimit = await reading(listOf(6), 60, () => '0123456789');
    expect(atLimit.pieces).toHaveLength(6);
    const above = await reading(listOf(6), 59, () => '0123456789');
    expect(above.pieces).toBeNull();
  });

  it('requests no further pieces once one of them does not fit', async () => {
    const { pieces, asked } = await reading(listOf(40), 100, (name) =>
      name === 'piece-0.vtt' ? null : 'x',
    );
    expect(pieces).toBeNull();
    expect(asked.length).toBeLessThan(10);
  });

  it('requests a piece a second time after a failure, but not a third time', async () => {
    const failingTimes = (times: number) => (name: string, attempt: number) => {
      if (name === 'piece-1.vtt' && attempt <= times) {
        throw new Error('reset');
      }
      return name;
    };
    const { pieces } = await reading(listOf(3), 1000, failingTimes(1));
    expect(pieces).toHaveLength(3);
    await expect(reading(listOf(3), 1000, failingTimes(2))).rejects.toThrow('reset');
  });

  it('refuses segments that are parts of a file', async () => {
    const parts = listOf(2, '#EXT-X-BYTERANGE:10@0\n');
    await expect(reading(parts, 1000, () => 'x')).rejects.toMatchObject({ code: 'NOT_MEDIA' });
  });
});
