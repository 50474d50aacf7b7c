import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { ArrivingFile } from './arriving-file.js';
import { headBytes } from './head-bytes.js';

const MIB = 2 ** 20;

let folder: string;
const { signal } = new AbortController();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-arriving-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function arriving(
  name: string,
  content: Buffer,
  isEstimated = false,
): Promise<[ArrivingFile, string]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const file = new ArrivingFile(isEstimated);
  file.sized(content.length);
  return [file, path];
}

/** A pipe, and everything that was written to it. Like the kernel, it copies its input. */
function sink(): { pipe: Writable; whole: () => Buffer; bytes: () => number } {
  const chunks: Buffer[] = [];
  const pipe = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const bytes = (): number => chunks.reduce((sum, { length }) => sum + length, 0);
  return { pipe, whole: () => Buffer.concat(chunks), bytes };
}

describe('ArrivingFile', () => {
  it('writes only bytes that have arrived, and finds runs of zeros in them', async () => {
    const content = randomBytes(3 * MIB + 5);
    content.fill(0, MIB - 200, MIB + 100);
    // Random bytes beside the zeros could be zeros too.
    content[MIB - 201] = 1;
    content[MIB + 100] = 1;
    const [file, path] = await arriving('one', content);
    const { pipe, whole, bytes } = sink();
    file.arrived(path, 2 * MIB + 7);
    const feeding = file.feed(pipe, [], signal);
    await waitUntil(() => bytes() === 2 * MIB, 'two whole pieces');
    file.arrived(path, content.length);
    await feeding;
    expect(whole().equals(content)).toBe(true);
    expect(file.blankRuns()).toEqual([{ start: MIB - 200, end: MIB + 100 }]);
    expect(file.complete({ path, bytes: content.length })).toBe(true);
    expect(file.complete({ path, bytes: content.length + 1 })).toBe(false);
  });

  it('writes segments as they arrive, although the total size is known only at the end', async () => {
    const content = randomBytes(1000);
    const [file, path] = await arriving('segments', content, true);
    file.sized(700);
    const { pipe, whole, bytes } = sink();
    file.arrived(path, 400);
    const feeding = file.feed(pipe, [], signal);
    await waitUntil(() => bytes() === 400, 'the first segment');
    file.arrived(path, 1000);
    await waitUntil(() => bytes() === 1000, 'the second segment');
    expect(file.complete({ path, bytes: 1000 })).toBe(true);
    await feeding;
    expect(whole().equals(content)).toBe(true);
  });

  it('advances in step with another file', async () => {
    const [video, path] = await arriving('video', Buffer.alloc(4 * MIB, 1));
    const [audio, audioPath] = await arriving('audio', Buffer.alloc(400, 2));
    video.arrived(path, 4 * MIB);
    audio.arrived(audioPath, 200);
    const { pipe, bytes } = sink();
    const feeding = video.feed(pipe, [audio], signal);
    await waitUntil(() => bytes() === 3 * MIB, 'the share that the audio has reached');
    audio.arrived(audioPath, 400);
    await feeding;
    await waitUntil(() => bytes() === 4 * MIB, 'everything');
  });

  it('notices that bytes were discarded', () => {
    const file = new ArrivingFile(false);
    expect([1000, 1000, 0].map((bytes) => file.arrived('path', bytes))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('ends when it is aborted', async () => {
    const [file, path] = await arriving('aborted', Buffer.alloc(MIB));
    const abort = new AbortController();
    file.arrived(path, 100);
    const feeding = file.feed(sink().pipe, [], abort.signal);
    abort.abort();
    await expect(feeding).rejects.toThrow('aborted');
  });

  it('fails instead of closing the pipe early if bytes cannot be read', async () => {
    const [file, path] = await arriving('shortened', Buffer.alloc(1000, 1));
    file.arrived(path, 1000);
    await truncate(path, 500);
    const { pipe } = sink();
    await expect(file.feed(pipe, [], signal)).rejects.toThrow('shorter than reported');
    expect(pipe.writableEnded).toBe(false);
  });

  it('returns when the program stops reading', async () => {
    const [file, path] = await arriving('unread', Buffer.alloc(3 * MIB, 1));
    file.arrived(path, MIB);
    const closed = new Writable({ write: (_, __, done) => done(new Error('EPIPE')) });
    closed.on('error', () => undefined);
    await file.feed(closed, [], signal);
    expect(file.left).toBe(3 * MIB);
  });
});

describe('headBytes', () => {
  const box = (type: string, bytes: number): Buffer => {
    const made = Buffer.alloc(bytes);
    made.writeUInt32BE(bytes);
    made.write(type, 4, 'latin1');
    return made;
  };
  const mdat = box('mdat', 3 * MIB);
  /** The smallest amount of media that ffprobe needs. */
  const MEDIA = 64 * 1024;
  const ebml = Buffer.alloc(3 * MIB);
  ebml.writeUInt32BE(0x1a45dfa3);

  it.each<[string, Buffer[], number | null]>([
    ['an index in front', [box('ftyp', 24), box('moov', 5000), mdat], 5024 + MEDIA],
    [
      'padding before the index',
      [box('ftyp', 24), box('free', 9), box('moov', 99), mdat],
      132 + MEDIA,
    ],
    ['a short file', [box('ftyp', 24), box('moov', 5000), box('mdat', 100)], 5124],
    ['Matroska', [ebml], MEDIA],
    ['an index at the end', [box('ftyp', 24), mdat, box('moov', 5000)], null],
    ['no index', [box('ftyp', 24), box('free', 90)], null],
  ])('finds the head of a file with %s', async (_, parts, expected) => {
    const content = Buffer.concat(parts);
    const [file, path] = await arriving('head', content);
    const found = headBytes(file, signal);
    // The wait must not end before 8 bytes have arrived.
    file.arrived(path, 8);
    file.arrived(path, content.length);
    expect(await found).toBe(expected);
  });

  it('waits for the first bytes, also if the size is known before they arrive', async () => {
    const content = Buffer.concat([box('ftyp', 24), box('moov', 5000), box('mdat', 100)]);
    const [file, path] = [new ArrivingFile(false), join(folder, 'late')];
    await writeFile(path, '');
    const found = headBytes(file, signal);
    file.sized(content.length);
    file.arrived(path, 0);
    await setImmediate();
    await writeFile(path, content);
    file.arrived(path, content.length);
    expect(await found).toBe(content.length);
  });

  it.each([
    ['is something else', Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n')],
    ['declares more than its size', Buffer.concat([box('ftyp', 24), mdat]).subarray(0, 2 * MIB)],
  ])('rejects a file that %s', async (_, content) => {
    const [file, path] = await arriving('head', content);
    file.arrived(path, content.length);
    await expect(headBytes(file, signal)).rejects.toThrow();
  });
});
