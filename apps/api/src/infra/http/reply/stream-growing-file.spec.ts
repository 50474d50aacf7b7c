import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  mkdtemp,
  open,
  readlink,
  readdir,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goneSignal } from '../../limits/visitor.js';
import { waitUntil } from '../../testing/wait-until.js';
import { type GrowingFileState, streamGrowingFile } from './stream-growing-file.js';

const MIB = 1024 * 1024;

describe('streamGrowingFile', () => {
  let folder: string;
  let server: Server;
  let growth: GrowingFileState;
  let streams: Promise<void>[];
  let looks: number;

  const at = (name: string): string => join(folder, name);
  const growing = (run: string): GrowingFileState => ({ state: 'growing', run, path: at(run) });
  const whole = (run: string, bytes: number, path = at(run)): GrowingFileState => ({
    state: 'whole',
    run,
    bytes,
    open: async () => (await open(path)).createReadStream(),
  });
  const ask = async (): Promise<IncomingMessage> => {
    const request = get({ port: (server.address() as AddressInfo).port });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  };
  /** The whole body of a response. @throws if the response is cut off */
  const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };
  /** Resolves with the first bytes of a response. */
  const begun = (answer: IncomingMessage): Promise<unknown> => once(answer, 'readable');
  const openFiles = async (): Promise<string[]> => {
    const names = await readdir('/proc/self/fd');
    const paths = await Promise.all(
      names.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return paths.filter((path) => path.startsWith(folder));
  };

  beforeEach(async () => {
    [growth, streams, looks] = [{ state: 'awaited' }, [], 0];
    folder = await mkdtemp(join(tmpdir(), 'dipper-growing-'));
    server = createServer((_, response) => {
      response.writeHead(200).flushHeaders();
      const look = (): Promise<GrowingFileState> => {
        looks += 1;
        return looks % 3 === 0 ? Promise.reject(new Error('away')) : Promise.resolve(growth);
      };
      const everyMs = { look: 5, read: 2 };
      streams.push(streamGrowingFile(response, { look, gone: goneSignal(response), everyMs }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all(streams);
    expect(await openFiles()).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('streams a file while it grows, and then to its end once it has been published', async () => {
    const pieces = Array.from({ length: 8 }, () => randomBytes(100_000));
    const reading = [bytesOf(await ask())];
    await writeFile(at('a'), '');
    growth = growing('a');
    for (const piece of pieces) {
      await appendFile(at('a'), piece);
      reading.push(bytesOf(await ask()));
    }
    await rename(at('a'), at('published'));
    growth = whole('a', 800_000, at('published'));
    reading.push(bytesOf(await ask()));
    for (const bytes of await Promise.all(reading)) {
      expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
    }
  });

  it.each<[string, () => GrowingFileState]>([
    ['it failed or was cancelled', () => ({ state: 'broken' })],
    ['another run has started it over', () => growing('b')],
    ['it is waiting for another run', () => ({ state: 'awaited' })],
    ['another run has finished it', () => whole('b', 50)],
    ['it is shorter than announced', () => whole('a', 2 * MIB)],
    ['it is longer than announced', () => whole('a', 50)],
  ])('cuts the response off when %s', async (_, after) => {
    await Promise.all([writeFile(at('a'), randomBytes(MIB)), writeFile(at('b'), randomBytes(50))]);
    growth = growing('a');
    const answer = await ask();
    await begun(answer);
    growth = after();
    await expect(bytesOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await Promise.all(streams);
  });

  it('switches to the next run if nothing has been sent yet', async () => {
    await writeFile(at('a'), '');
    growth = growing('a');
    const reading = bytesOf(await ask());
    await waitUntil(async () => (await openFiles()).length > 0, 'the file');
    await writeFile(at('b'), 'second');
    growth = whole('b', 6);
    expect((await reading).toString()).toBe('second');
  });

  it('does not read ahead of a slow visitor, and cuts the response off when the file is removed', async () => {
    await writeFile(at('a'), '');
    await truncate(at('a'), 512 * MIB);
    growth = growing('a');
    const answer = await ask();
    await begun(answer);
    const before = process.memoryUsage().arrayBuffers;
    const asked = looks;
    await waitUntil(() => Promise.resolve(looks > asked + 10), 'ten more calls of look');
    // A few chunks may be in transit, or not have been garbage-collected yet.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
    growth = { state: 'broken' };
    await Promise.all(streams);
    await expect(bytesOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('closes the file when the visitor leaves', async () => {
    await writeFile(at('a'), 'some');
    growth = growing('a');
    const answer = await ask();
    await begun(answer);
    answer.destroy();
    await Promise.all(streams);
  });
});
