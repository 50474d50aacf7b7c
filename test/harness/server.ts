import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHORT_LIVED_FLAGS } from '../../scripts/testing/short-lived.mjs';
import { type Backend, isOnServices, makeBackend } from './backend.js';
import { firstDatabase } from './first-database.js';
import { type Options, ServerProcess } from './server-process.mjs';
import { writeSharedDomains } from './shared-domains.js';
import { waitUntil } from './wait-until.js';

declare global {
  /** Defined in worker-environment.mjs. */
  function keptServer(prepare: () => Promise<Options>): Promise<ServerProcess>;
}

export interface ServerOptions {
  /** Variables in addition to the ones for every server under test. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command prefix for the server's command line (`unshare …`). */
  readonly launcher?: readonly string[];
  readonly main?: string;
  /** The path of another Node that runs the server. */
  readonly node?: string;
  /**
   * Another server, whose DATA_DIR and database this server shares. The other server removes them.
   */
  readonly beside?: TestServer;
  /** Another server, as if on another machine. Only the database is shared. */
  readonly apartFrom?: TestServer;
}

/**
 * Node flags for servers under test. They reduce the CPU time of server startup by 40%. `npm start`
 * (npm-start.spec.ts), full benchmarks and tests that name their own Node binary do not use them.
 */
export const SHORT_LIVED = ['--liftoff-only', ...SHORT_LIVED_FLAGS];

/** Most tests never read a page, so yt-dlp is loaded only by the first search. */
const LOAD_ON_SEARCH = { EXTRACT_WARM_UP_SECONDS: '86400' };

export interface RefusedStart {
  readonly code: number | null;
  readonly output: string;
}

/** A server under test: the whole product in a separate process on loopback. */
export class TestServer {
  private process: ServerProcess | null = null;
  /** True for a server that other spec files also use. */
  private isShared = false;

  private constructor(
    readonly dataDir: string,
    readonly backend: Backend,
    private readonly options: ServerOptions,
  ) {}

  /**
   * Returns a server with default options, which all spec files of a Jest worker share, because a
   * start takes a second and a half of CPU time. The server cannot be stopped, and may contain rows
   * and files of other specs, so use unique links and accounts, and leave no task running. Some
   * hosts have their own configuration (shared-domains.ts). (On real services, each file gets a new
   * server.)
   */
  static async shared(): Promise<TestServer> {
    if (isOnServices()) {
      return TestServer.start();
    }
    const kept = await keptServer(async () => {
      const { dataDir } = await TestServer.make({});
      const domains = await writeSharedDomains(dataDir);
      return { dataDir, nodeFlags: SHORT_LIVED, env: { ...LOAD_ON_SEARCH, DOMAINS_DIR: domains } };
    });
    const server = new TestServer(kept.dataDir, await makeBackend(), {});
    server.process = kept;
    server.isShared = true;
    // Runs that the previous file cancelled may still be cleaning up.
    await waitUntil(async () => (await server.onDisk('work')).length === 0, 'the end of all runs');
    return server;
  }

  /** Starts a server with an empty DATA_DIR, or with the DATA_DIR and the services of another one. */
  static async start(options: ServerOptions = {}): Promise<TestServer> {
    const server = await TestServer.make(options);
    await server.run();
    return server;
  }

  /** Tries to start a server that must refuse to start. @throws if the server starts */
  static async refuse(options: ServerOptions): Promise<RefusedStart> {
    const server = await TestServer.make(options);
    try {
      const started = await server.run().then(
        () => true,
        () => false,
      );
      if (started) {
        throw new Error(`The server started although it should have refused:\n${server.log}`);
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
    // Create the folder here, because launchers may mount something on it.
    await mkdir(join(dataDir, 'media'));
    if (options.apartFrom !== undefined) {
      return new TestServer(dataDir, options.apartFrom.backend, options);
    }
    const backend = await makeBackend();
    const database = backend.name === 'embedded' ? await firstDatabase() : null;
    if (database !== null) {
      // Use cp, because Node takes five times as much CPU time to copy these thousand files.
      await promisify(execFile)('cp', ['-R', database, join(dataDir, 'database')]);
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

  /** The server's stdout and stderr since its last start. */
  get log(): string {
    return this.process?.output ?? '';
  }

  /**
   * Starts the server, or restarts it on the same DATA_DIR and database.
   * @param extra variables for this run
   */
  async run(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.refuseIfShared();
    const { launcher, main, node, env } = this.options;
    this.process = new ServerProcess({
      dataDir: this.dataDir,
      env: { ...LOAD_ON_SEARCH, ...this.backend.env, ...env, ...extra },
      nodeFlags: node === undefined ? SHORT_LIVED : [],
      ...(launcher && { launcher }),
      ...(main && { main }),
      ...(node && { node }),
    });
    await this.process.ready();
  }

  /**
   * Lists the entries of a media folder, even if a launcher mounted a separate file system there.
   */
  onDisk(part: 'work' | 'files'): Promise<string[]> {
    const root = this.options.launcher === undefined ? '' : `/proc/${this.pid}/root`;
    return readdir(join(root + this.dataDir, 'media', part));
  }

  /** Sends the process a signal and waits for its end. @returns the exit code of the process */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.refuseIfShared();
    return (await this.process?.kill(signal)) ?? null;
  }

  /** Ends the server and removes its data. A shared server keeps running. */
  async stop(): Promise<void> {
    if (this.isShared) {
      return;
    }
    await this.kill('SIGTERM');
    if (this.options.beside === undefined) {
      await rm(this.dataDir, { recursive: true, force: true });
    }
    if (this.options.beside === undefined && this.options.apartFrom === undefined) {
      await this.backend.dispose();
    }
  }

  private refuseIfShared(): void {
    if (this.isShared) {
      throw new Error('This server is shared with other spec files. Start a separate one.');
    }
  }
}
