import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ProcessError, runProcess } from '../process/run-process.js';
import { lockFolder } from './folder-lock.js';
import type { DatabaseMessage } from './open-pglite.js';

/** The embedded database can't be started. The message is a single line for the operator. */
export class DatabaseProblem extends Error {}

export interface EmbeddedPostgres {
  /**
   * The folder of the server's Unix socket, which `pg` accepts as a host. There is no port that
   * others could reach.
   */
  readonly host: string;
  close(): Promise<void>;
}

/** The socket name that `pg` expects for the standard port. */
const SOCKET_NAME = '.s.PGSQL.5432';

/** The longest Unix socket path that every system accepts (macOS: 104 including the terminator). */
const LONGEST_SOCKET_PATH = 100;

/** How long the thread may take to exit after its disk has failed. */
const END_MS = 5_000;

/** Creating a database takes 2 s, and much longer on a busy machine. */
const INIT_DEADLINE_MS = 5 * 60_000;

/**
 * Starts Postgres (PGlite) on `DATA_DIR/database`. It is reached through a Unix socket, with the
 * same `pg` driver as a real Postgres. The folder is locked, because PGlite would let two servers
 * write at the same time.
 * @throws FolderInUse
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const unlock = lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      await initDatabase(folder);
    }
    const host = await socketFolder(dataDir);
    const worker = new Worker(new URL('./pglite.worker.js', import.meta.url), {
      workerData: { folder, socket: join(host, SOCKET_NAME) },
    });
    const [message] = (await once(worker, 'message')) as [DatabaseMessage];
    endWhenBroken(worker, message);
    if (message !== 'ready') {
      // The process is about to end.
      await new Promise(() => undefined);
    }
    worker.once('exit', endUnasked);
    return { host, close: () => stop(worker, host, unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Creates an empty database. It gets its final name only when it is complete, so an interrupted
 * start leaves nothing behind.
 */
async function initDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const program = fileURLToPath(new URL('./init-database.js', import.meta.url));
  try {
    await runProcess(process.execPath, [program, unfinished], { timeoutMs: INIT_DEADLINE_MS });
  } catch (error) {
    const stderr = error instanceof ProcessError ? error.stderrTail : '';
    throw new DatabaseProblem(
      `The embedded database could not be created in ${folder}. ${stderr}`.trim(),
      {
        cause: error,
      },
    );
  }
  await rename(unfinished, folder);
  const parent = await open(dirname(folder), 'r');
  await parent.sync();
  await parent.close();
}

/** Creates a folder that only we can access, with a path short enough for a socket. */
async function socketFolder(dataDir: string): Promise<string> {
  const near = join(dataDir, 'socket');
  if (join(near, SOCKET_NAME).length > LONGEST_SOCKET_PATH) {
    return mkdtemp(join(tmpdir(), 'dipper-'));
  }
  // Remove the socket file that a crash leaves behind, because it prevents listening.
  await rm(near, { recursive: true, force: true });
  await mkdir(near, { mode: 0o700 });
  return near;
}

/**
 * Ends the server when its disk fails, but only after the thread has exited, because
 * `process.exit` waits for the thread. If Postgres loops instead (seen once in seven tries), the
 * process is killed. Also applies while the thread is being stopped.
 * @param first the message that the thread has already sent
 */
function endWhenBroken(worker: Worker, first: DatabaseMessage): void {
  let why: string | undefined;
  const endSoon = (reason: string): void => {
    if (why === undefined) {
      why = reason;
      setTimeout(() => {
        reportEnd(reason);
        process.kill(process.pid, 'SIGKILL');
      }, END_MS);
    }
  };
  const onMessage = (message: DatabaseMessage): void => {
    if (message !== 'ready') {
      endSoon(message.broken);
    }
  };
  onMessage(first);
  worker
    .on('message', onMessage)
    .on('error', ({ message }: Error) => endSoon(message))
    .once('exit', () => why !== undefined && endServer(why));
}

/** Without a database, the server would only appear to work. */
function endUnasked(code: number): void {
  endServer(`exit code ${code}`);
}

function endServer(why: string): never {
  reportEnd(why);
  process.exit(1);
}

function reportEnd(why: string): void {
  console.error(`The embedded database failed (${why}), so the server is exiting.`);
}

async function stop(worker: Worker, host: string, unlock: () => void): Promise<void> {
  worker.off('exit', endUnasked);
  const stopped = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage('stop');
  await stopped;
  await rm(host, { recursive: true, force: true });
  unlock();
}
