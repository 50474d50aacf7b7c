import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MediaBytes, MediaUnreadable, runMediaJob } from './media-job.js';

/** An EBML element, whose size is written in eight bytes. */
function element(id: number, contents: Buffer, size = contents.length): Buffer {
  const name = Buffer.from(id.toString(16), 'hex');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(size));
  return Buffer.concat([name, length, contents]);
}
const number = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
};
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, 'latin1'));

const MB = 1024 * 1024;
const CLUSTERS = 200;

/** A cluster of 1 MB at this second, with one frame. */
function clusterHead(second: number): Buffer {
  const frame = Buffer.from([0x81, 0, 0, 0x80]);
  const time = number(0xe7, second * 1000);
  const rest = MB - 12;
  const block = element(0xa3, frame, rest - time.length - 9);
  return element(0x1f43b675, Buffer.concat([time, block]), rest);
}

/** A WebM with one frame per second and without an index, like those of a browser's recorder. */
function unindexed(): MediaBytes & { count: number } {
  const video = Buffer.concat([number(0xb0, 64), number(0xba, 64)]);
  const track = Buffer.concat([
    ...[number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), text(0x86, 'V_VP8')],
    element(0xe0, video),
  ]);
  const front = Buffer.concat([
    element(0x1549a966, number(0x2ad7b1, 1_000_000)),
    element(0x1654ae6b, element(0xae, track)),
  ]);
  const start = Buffer.concat([
    element(0x1a45dfa3, text(0x4282, 'webm')),
    element(0x18538067, front, front.length + CLUSTERS * MB),
  ]);
  const file = {
    size: start.length + CLUSTERS * MB,
    count: 0,
    read: (at: number, length: number): Promise<Buffer> => {
      file.count += length;
      const found = Buffer.alloc(length);
      const put = (bytes: Buffer, position: number): void => {
        const skipped = Math.min(bytes.length, Math.max(0, at - position));
        bytes.copy(found, Math.max(0, position - at), skipped);
      };
      put(start, 0);
      const first = Math.max(0, Math.floor((at - start.length) / MB));
      for (let n = first; n < CLUSTERS && start.length + n * MB < at + length; n += 1) {
        put(clusterHead(n), start.length + n * MB);
      }
      return Promise.resolve(found);
    },
  };
  return file;
}

describe('a copy from a file without an index', () => {
  let folder: string;
  const copy = (bytes: MediaBytes, from: number): Promise<unknown> => {
    const span = { from, to: from + 1 };
    const job = { kind: 'copy', span, path: join(folder, 'copy') } as const;
    return runMediaJob(job, bytes, new AbortController().signal);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-search-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made of a span near the start', async () => {
    const file = unindexed();
    await expect(copy(file, 10)).resolves.toMatchObject({ isIndexed: true });
    expect(file.count).toBeLessThan(40 * MB);
  });

  it('is not made of a span far behind, because all that precedes it would be read', async () => {
    const file = unindexed();
    await expect(copy(file, 180)).rejects.toBeInstanceOf(MediaUnreadable);
    expect(file.count).toBeLessThan(70 * MB);
  });
});
