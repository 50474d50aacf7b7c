import { lookup } from 'node:dns/promises';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../process/run-process.js';
import { makeDurable } from './make-durable.js';

/** More than libuv's threads. */
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
    // Both ends at once, which waits for nobody, and lets those go that wait for an end.
    const ends = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    await flushes;
    ends.forEach(closeSync);
    await rm(folder, { recursive: true });
  });

  it('takes files and folders, and passes on what the system says', async () => {
    await makeDurable(join(folder, 'file'));
    await makeDurable(folder);
    await expect(makeDurable(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  // A pipe without a writer holds the thread that opens it, like a disk that does not answer.
  it('leaves threads for files and DNS while the disk does not answer', async () => {
    flushes = Promise.allSettled(pipes.map(makeDurable));
    await expect(readFile(join(folder, 'file'), 'utf8')).resolves.toBe('content');
    await expect(lookup('localhost')).resolves.toBeDefined();
  });
});
