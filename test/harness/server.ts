import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackend, type Backend } from './backend.js';

/** The built server, as `npm start` runs it. */
const MAIN = join(__dirname, '../../apps/api/dist/main.js');
const READY = /Dipper is (?:at http:\/\/localhost:(\d+)|ready to merge)/;
/** A first start makes a database; a busy machine takes its time. */
const START_MS = 60_000;
/** Where the machine's programs are, for machines that do not have them in PATH. */
const PROGRAMS = ['YT_DLP_PATH', 'FFMPEG_PATH', 'FFPROBE_PATH'];

export interface ServerOptions {
  /** Environment beyond what every server under test gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command and arguments that the server's command line is appended to (`unshare …`). */
  readonly launcher?: readonly string[];
  /** Another server, whose DATA_DIR and database it has too; that one removes them. */
  readonly beside?: TestServer;
}

/** A start that did not come about. */
export interface RefusedStart {
  readonly code: number | null;
  /** All that was written, both streams. */
  readonly output: string;
}

/** A server under test: the whole product, in a process of its own, on loopback. */
export class TestServer {
  private child: ChildProcess | null = null;
  private output = '';
  port = 0;

  private constructor(
    readonly dataDir: string,
    readonly backend: Backend,
    private readonly options: ServerOptions,
  ) {}

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
        throw new Error(`it started:\n${server.output}`);
      }
      return { code: server.child?.exitCode ?? null, output: server.output };
    } finally {
      await server.stop();
    }
  }

  private static async make(options: ServerOptions): Promise<TestServer> {
    if (!existsSync(MAIN)) {
      throw new Error('apps/api/dist/main.js is not there: run "npm run build" first');
    }
    if (options.beside !== undefined) {
      return new TestServer(options.beside.dataDir, options.beside.backend, options);
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'dipper-data-'));
    // Launchers may mount something here.
    await mkdir(join(dataDir, 'media'));
    return new TestServer(dataDir, await makeBackend(), options);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** All it has written so far, both streams. */
  get log(): string {
    return this.output;
  }

  /** Starts it (again) on the same DATA_DIR and database. */
  async run(): Promise<void> {
    this.output = '';
    const [command = '', ...args] = [...(this.options.launcher ?? []), process.execPath, MAIN];
    const child = spawn(command, args, {
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.port = await new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not started:\n${this.output}`)), START_MS);
      const read = (chunk: Buffer): void => {
        this.output += chunk.toString('utf8');
        const ready = READY.exec(this.output);
        if (ready !== null) {
          clearTimeout(late);
          resolve(Number(ready[1] ?? 0));
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      // Not 'exit': what it wrote last is read by then.
      child.once('close', (code) => {
        clearTimeout(late);
        reject(new Error(`ended with ${code}:\n${this.output}`));
      });
    });
  }

  /** What lies in a part of its media folder, also where a launcher gave it a file system of its own. */
  onDisk(part: 'work' | 'files'): Promise<string[]> {
    const root = this.options.launcher === undefined ? '' : `/proc/${this.pid}/root`;
    return readdir(join(root + this.dataDir, 'media', part));
  }

  /** Ends the process with a signal and waits until it is gone. @returns its exit code. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      return child?.exitCode ?? null;
    }
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  /** Ends the server and removes all it had. */
  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    if (this.options.beside === undefined) {
      await rm(this.dataDir, { recursive: true, force: true });
      await this.backend.dispose();
    }
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...Object.fromEntries(PROGRAMS.map((name) => [name, process.env[name]])),
      PORT: '0',
      DATA_DIR: this.dataDir,
      // Origins of the tests are on loopback, on ports of their own.
      EGRESS_ALLOW: '127.0.0.0/8',
      ...this.backend.env,
      ...this.options.env,
    };
  }
}
