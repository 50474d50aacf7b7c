import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, isOnServices, makeBackend } from './backend.js';
import { firstDatabase } from './first-database.js';
import { type Options, ServerProcess } from './server-process.mjs';
import { waitUntil } from './wait-until.js';

declare global {
  /** Of worker-environment.mjs. */
  function keptServer(prepare: () => Promise<Options>): Promise<ServerProcess>;
}

export interface ServerOptions {
  /** Environment beyond what every server under test gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command and arguments that the server's command line is appended to (`unshare …`). */
  readonly launcher?: readonly string[];
  /** Path of another build's main.js. */
  readonly main?: string;
  /** Path of another Node to run it with. */
  readonly node?: string;
  /** Another server, whose DATA_DIR and database it has too; that one removes them. */
  readonly beside?: TestServer;
}

/**
 * For Node: a server under test lives for seconds, in which neither optimised code nor a small young
 * generation pays. Without them a start takes 40 % less of the processor; the code is the same, and
 * so is what it does. `npm start` (npm-start.spec.ts), benchmarks and other Nodes go without these.
 * Later ones than 20 have another name for the budget.
 */
const SHORT_LIVED = [
  '--liftoff-only',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=500000'] : []),
];

/** A start that did not come about. */
export interface RefusedStart {
  readonly code: number | null;
  /** All that was written, both streams. */
  readonly output: string;
}

/** A server under test: the whole product, in a process of its own, on loopback. */
export class TestServer {
  private process: ServerProcess | null = null;
  /** Set for the one that other spec files use, too. */
  private isShared = false;

  private constructor(
    readonly dataDir: string,
    readonly backend: Backend,
    private readonly options: ServerOptions,
  ) {}

  /**
   * One with the defaults that all spec files of a jest worker share: a start costs three seconds of
   * the processor. It cannot be ended, and may hold rows and files of others: specs that use it ask
   * for links and accounts of their own, and leave no task that runs. (On real services each file
   * has its own.)
   */
  static async shared(): Promise<TestServer> {
    if (isOnServices()) {
      return TestServer.start();
    }
    const kept = await keptServer(async () => {
      const { dataDir } = await TestServer.make({});
      return { dataDir, nodeFlags: SHORT_LIVED };
    });
    const server = new TestServer(kept.dataDir, await makeBackend(), {});
    server.process = kept;
    server.isShared = true;
    // Runs that the file before has cancelled clear up after themselves.
    await waitUntil(async () => (await server.onDisk('work')).length === 0, 'the end of all runs');
    return server;
  }

  /** Starts one with an empty DATA_DIR (or beside another). */
  static async start(options: ServerOptions = {}): Promise<TestServer> {
    const server = await TestServer.make(options);
    await server.run();
    return server;
  }

  /** Tries to start one that must refuse to. @throws when it starts nevertheless. */
  static async refuse(options: ServerOptions): Promise<RefusedStart> {
    const server = await TestServer.make(options);
    try {
      const started = await server.run().then(
        () => true,
        () => false,
      );
      if (started) {
        throw new Error(`it started:\n${server.log}`);
      }
      return { code: server.process?.child.exitCode ?? null, output: server.log };
    } finally {
      await server.stop();
    }
  }

  private static async make(options: ServerOptions): Promise<TestServer> {
    if (options.beside !== undefined) {
      return new TestServer(options.beside.dataDir, options.beside.backend, options);
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'dipper-data-'));
    // Launchers may mount something here.
    await mkdir(join(dataDir, 'media'));
    const backend = await makeBackend();
    const database = backend.name === 'embedded' ? await firstDatabase() : null;
    if (database !== null) {
      await cp(database, join(dataDir, 'database'), { recursive: true });
    }
    return new TestServer(dataDir, backend, options);
  }

  get url(): string {
    return this.process?.url ?? '';
  }

  get port(): number {
    return this.process?.port ?? 0;
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  /** All it has written since its last start, both streams. */
  get log(): string {
    return this.process?.output ?? '';
  }

  /** Starts it (again) on the same DATA_DIR and database, with more of an environment if wanted. */
  async run(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.refuseIfShared();
    const { launcher, main, node, env } = this.options;
    this.process = new ServerProcess({
      dataDir: this.dataDir,
      env: { ...this.backend.env, ...env, ...extra },
      nodeFlags: node === undefined ? SHORT_LIVED : [],
      ...(launcher && { launcher }),
      ...(main && { main }),
      ...(node && { node }),
    });
    await this.process.ready();
  }

  /** What lies in a part of its media folder, also where a launcher gave it a file system of its own. */
  onDisk(part: 'work' | 'files'): Promise<string[]> {
    const root = this.options.launcher === undefined ? '' : `/proc/${this.pid}/root`;
    return readdir(join(root + this.dataDir, 'media', part));
  }

  /** Ends the process with a signal and waits until it is gone. @returns its exit code. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.refuseIfShared();
    return (await this.process?.kill(signal)) ?? null;
  }

  /** Ends the server and removes all it had; a shared one lives on. */
  async stop(): Promise<void> {
    if (this.isShared) {
      return;
    }
    await this.kill('SIGTERM');
    if (this.options.beside === undefined) {
      await rm(this.dataDir, { recursive: true, force: true });
      await this.backend.dispose();
    }
  }

  private refuseIfShared(): void {
    if (this.isShared) {
      throw new Error('other spec files use this server, too: start one of your own');
    }
  }
}
