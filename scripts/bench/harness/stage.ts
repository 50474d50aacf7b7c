import { execaNode } from 'execa';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { openBrowser } from '../../../test/harness/browser.mjs';
import { firstDatabase } from '../../../test/harness/first-database.js';
import { SHORT_LIVED } from '../../../test/harness/server.js';
import { ServerProcess } from '../../../test/harness/server-process.mjs';
import { type OriginOptions, startOrigin } from '../../../test/origin/media-origin.js';
import { fromRoot, ROOT } from '../../setup/repository.mjs';
import { startServices } from '../../testing/services.mjs';
import { timeMs } from './measure.js';

export type Env = Readonly<Record<string, string>>;

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly startSeconds: number;
  readonly stop: () => Promise<void>;
}

export interface StageOptions {
  /** True for small files and few rounds, which only show that a benchmark works. */
  readonly quick: boolean;
  /** Node's own `import`, for loading modules of the built server. */
  readonly load: (path: string) => Promise<unknown>;
}

/** Starts everything that one benchmark needs, and ends all of it together. */
export class Stage {
  readonly quick: boolean;
  private readonly endings: (() => unknown)[] = [];
  private readonly started = new Map<string, Promise<unknown>>();

  constructor(
    private readonly options: StageOptions,
    private readonly whole?: Stage,
  ) {
    this.quick = options.quick;
  }

  async end(): Promise<void> {
    for (const end of this.endings.splice(0).reverse()) {
      await end();
    }
  }

  async built<Module>(path: string): Promise<Module> {
    return (await this.options.load(fromRoot('apps/api/dist', path))) as Module;
  }

  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'dipper-bench-'));
    this.endings.push(() => rm(path, { recursive: true, force: true }));
    return path;
  }

  /**
   * Starts a server with accounts. The quick form shares one server, because starting servers
   * would otherwise take most of its time.
   */
  async server(env: Env = {}): Promise<Server> {
    if (!this.quick) {
      return this.ownServer(env);
    }
    const server = await this.shared('server', (whole) => whole.ownServer({}));
    return { ...server, stop: () => Promise.resolve() };
  }

  /** Starts a separate server even in the quick form. */
  async ownServer(env: Env): Promise<Server> {
    const [dataDir, DOMAINS_DIR] = [await this.folder(), await this.folder()];
    await writeFile(join(DOMAINS_DIR, 'default.json'), '{"authentication_enabled": true}');
    // Most of the CPU time of a start goes into creating a database.
    const isEmbedded = env['DATABASE_URL'] === undefined;
    const database = this.quick && isEmbedded ? await firstDatabase() : null;
    if (database !== null) {
      await cp(database, join(dataDir, 'database'), { recursive: true });
    }
    const nodeFlags = this.quick ? SHORT_LIVED : [];
    const server = new ServerProcess({ dataDir, env: { DOMAINS_DIR, ...env }, nodeFlags });
    const stop = async (): Promise<void> => {
      await server.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    };
    this.endings.push(stop);
    const startSeconds = (await timeMs(() => server.ready())) / 1000;
    return { url: server.url, pid: server.pid, startSeconds, stop };
  }

  /**
   * Starts a server for one measurement only, so that it cannot reuse files from earlier
   * measurements.
   */
  async withServer<T>(use: (server: Server) => Promise<T>): Promise<T> {
    const server = await this.server();
    const result = await use(server);
    await server.stop();
    return result;
  }

  /** A PostgreSQL and a Redis for all benchmarks in a run. */
  services(): ReturnType<typeof startServices> {
    return this.shared('services', async (whole) => {
      const services = await startServices();
      whole.endings.push(services.stop);
      return services;
    });
  }

  /** @returns the URL of an empty PostgreSQL database. */
  async database(): Promise<string> {
    const { databaseUrl: url } = await this.services();
    const name = `bench_${Math.random().toString(36).slice(2)}`;
    const admin = await new DataSource({ type: 'postgres', url }).initialize();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.destroy();
    return new URL(name, url).href;
  }

  /** The environment of a server with an empty PostgreSQL database. */
  async postgres(): Promise<{ DATABASE_URL: string; SECRET: string }> {
    return { DATABASE_URL: await this.database(), SECRET: 'only for this benchmark' };
  }

  /**
   * Starts the media origin that the tests use: `/dash/big.mpd` has two streams of `bigBytes` in
   * total. Files of the given folders are at `/media/`.
   */
  async origin(options: OriginOptions = {}): ReturnType<typeof startOrigin> {
    const origin = await startOrigin(options);
    this.endings.push(() => origin.close());
    return origin;
  }

  async site(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    this.endings.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /**
   * Runs a program of this folder in its own process. @returns the one message that the program
   * sends
   */
  async runAlone<T>(name: string, options: object, nodeOptions: string[]): Promise<T> {
    const ways = { ipcInput: options, nodeOptions, cwd: ROOT };
    const { ipcOutput } = await execaNode(fromRoot('scripts/bench', name), ways);
    return ipcOutput[0] as T;
  }

  /** A Chromium for all benchmarks in a run. */
  browser(): ReturnType<typeof openBrowser> {
    return this.shared('browser', async (whole) => {
      const browser = await openBrowser();
      whole.endings.push(() => browser.close());
      return browser;
    });
  }

  private shared<T>(name: string, start: (whole: Stage) => Promise<T>): Promise<T> {
    const { whole = this } = this;
    const known = whole.started.get(name) ?? start(whole);
    whole.started.set(name, known);
    return known as Promise<T>;
  }
}
