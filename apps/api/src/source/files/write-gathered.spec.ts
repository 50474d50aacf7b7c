import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeGathered } from './write-gathered.js';

const MIB = 1024 * 1024;

/** Bytes whose values show their positions. */
const bytes = (length: number, seed = 0): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7 + seed) % 251));

async function* streamOf(chunks: readonly Buffer[], end?: Error): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
  if (end !== undefined) {
    throw end;
  }
}

describe('writeGathered', () => {
  let folder: string;
  let file: FileHandle;
  beforeEach(async () => {
    // The clock stands still: a busy machine may pause between two chunks for longer than the time
    // between two writes.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    folder = await mkdtemp(join(tmpdir(), 'dipper-write-'));
    file = await open(join(folder, 'file'), 'w');
  });
  afterEach(async () => {
    jest.useRealTimers();
    await file.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    [[]],
    [[0]],
    [[1]],
    [[65_536, 65_000, 1, 70_000]],
    [[MIB - 1, 1, 1]],
    [[MIB + 5, 3 * MIB]],
  ])('writes chunks of %j bytes in place', async (lengths) => {
    const chunks = lengths.map((length, at) => bytes(length, at));
    const told: number[] = [];
    const whole = Buffer.concat(chunks);
    await writeGathered(streamOf(chunks), file, { position: 10, onWritten: (n) => told.push(n) });
    const written = await readFile(join(folder, 'file'));
    expect(written.subarray(10).equals(whole)).toBe(true);
    expect(told.reduce((sum, n) => sum + n, 0)).toBe(whole.length);
    // All writes except the last are large.
    expect(told.slice(0, -1).every((n) => n >= MIB)).toBe(true);
  });

  it('writes little at a time while a slow source sends little', async () => {
    async function* slowly(): AsyncGenerator<Buffer> {
      for (const [after, length] of [
        [249, 10],
        [1, 20],
        [100, 30],
        [0, 40],
      ] as const) {
        await jest.advanceTimersByTimeAsync(after);
        yield bytes(length);
      }
    }
    const told: number[] = [];
    await writeGathered(slowly(), file, { position: 0, onWritten: (n) => told.push(n) });
    expect(told).toEqual([30, 70]);
  });

  it('frees the memory of the chunks that are on disk', async () => {
    const chunks = [MIB, MIB, 1000].map((length) => Buffer.from(new ArrayBuffer(length)));
    await writeGathered(streamOf(chunks), file, { position: 0, onWritten: () => undefined });
    expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0]);
  });

  it('keeps and counts everything that arrived before the stream broke', async () => {
    let counted = 0;
    const writing = writeGathered(streamOf([bytes(1000)], new Error('cut')), file, {
      position: 0,
      onWritten: (n) => {
        counted += n;
      },
    });
    await expect(writing).rejects.toThrow('cut');
    expect(counted).toBe(1000);
    expect((await readFile(join(folder, 'file'))).equals(bytes(1000))).toBe(true);
  });

  it.each([[[1500]], [[300, 500, 0, 700]], [[400, 400]]])(
    'continues after a short write of %j bytes',
    async (lengths) => {
      const chunks = lengths.map((length, at) => bytes(length, at));
      const whole = Buffer.concat(chunks);
      const short = {
        writev: (buffers: Buffer[], position: number) =>
          file
            .write(Buffer.concat(buffers).subarray(0, 400), 0, null, position)
            .then(({ bytesWritten }) => ({ bytesWritten, buffers })),
      } as unknown as FileHandle;
      await writeGathered(streamOf(chunks), short, { position: 0, onWritten: () => undefined });
      expect((await readFile(join(folder, 'file'))).equals(whole)).toBe(true);
    },
  );
});
