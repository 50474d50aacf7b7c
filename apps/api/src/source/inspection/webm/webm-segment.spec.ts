import { inspectBytes } from '../testing/inspect-bytes.js';

/** An element with a size of eight bytes. @param id in hexadecimal. */
function element(id: string, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(body.length, 4);
  size[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
const [INFO, TRACKS, TRACK, CLUSTER] = ['1549a966', '1654ae6b', 'ae', '1f43b675'];
const track = element(TRACK, Buffer.from('d7810183810186865f4f505553', 'hex'));
/** Empty Void elements. */
const voids = (count: number): Buffer => Buffer.alloc(2 * count, 'ec80', 'hex');
const cluster = element(
  CLUSTER,
  Buffer.from('e78100', 'hex'),
  Buffer.from('a38581000080ff', 'hex'),
);

describe('readWebm', () => {
  it('accepts tracks with some padding', async () => {
    const head = element(TRACKS, voids(100), track, voids(100));
    const { problem, pieces } = await inspectBytes(Buffer.concat([head, cluster]));
    expect([problem, pieces]).toEqual([null, 1]);
  });

  it.each([
    ['a table of tracks', element(TRACKS, voids(10_001))],
    ['a track', element(TRACKS, element(TRACK, voids(10_001)))],
    [
      'all tracks together',
      element(TRACKS, ...Array.from({ length: 6 }, () => element(TRACK, voids(2000)))),
    ],
    ['the general information', element(INFO, voids(10_001))],
  ])('refuses too many elements in %s', async (_, table) => {
    const { problem } = await inspectBytes(Buffer.concat([table, element(TRACKS, track), cluster]));
    expect(problem).toMatch(/too many elements/);
  });

  it('refuses a number that is too long', async () => {
    const time = element('e7', Buffer.alloc(9));
    const { problem } = await inspectBytes(
      Buffer.concat([element(TRACKS, track), element(CLUSTER, time)]),
    );
    expect(problem).toMatch(/a number of 9 bytes/);
  });
});
