import { lookup } from 'node:dns/promises';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../process/run-process.js';
import { makeDurable } from './make-durable.js';

/** More than the number of libuv's threads. */
const MANY = 8;

describe('makeDurable', () => {
  let folder: string;
  let pipes: string[];
  let flushes: Promise<unknown> = Promise.resolve();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-durable-'));
    pipes = Array.from({ length: MANY }, (_, index) => join(folder, `pipe-${index}`));
    await writeFile(join(folder, 'file'), 'content');
    await runProcess('mkfifo', pipes, { timeoutMs: 10_000 });
  });
  afterEach(async () => {
    // Opening a pipe for both reading and writing never blocks, and releases the threads that wait
    // for its other end.
    const ends = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    await flushes;
    ends.forEach(closeSync);
    await rm(folder, { recursive: true });
  });

  it('accepts files and folders, and passes on system errors', async () => {
    await makeDurable(join(folder, 'file'));
    await makeDurable(folder);
    await expect(makeDurable(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  // A pipe without a writer blocks the thread that opens it, as a hung disk would.
  it('leaves threads for files and DNS while the disk does not respond', async () => {
    flushes = Promise.allSettled(pipes.map(makeDurable));
    await expect(readFile(join(folder, 'file'), 'utf8')).resolves.toBe('content');
    await expect(lookup('localhost')).resolves.toBeDefined();
  });
});
