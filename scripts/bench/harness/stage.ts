import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../setup/repository.mjs';
import { Endings } from './endings.js';
import { type Part, startPart } from './part.js';
import {
  createDatabase,
  type Env,
  type Server,
  sharedOrigins,
  sharedServer,
  startServer,
} from './servers.js';

export interface StageOptions {
  /** Small files and few rounds, which only show that a benchmark works. */
  readonly quick: boolean;
  /** Prints details that are not in the table. */
  readonly say: (text: string) => void;
  /** Node's own import, for built modules. */
  readonly load: (path: string) => Promise<unknown>;
}

/** Starts everything one benchmark needs, and ends it with the stage. */
export class Stage {
  readonly quick: boolean;
  readonly say: StageOptions['say'];
  private readonly endings = new Endings();

  constructor(private readonly options: StageOptions) {
    ({ quick: this.quick, say: this.say } = options);
  }

  end(): Promise<void> {
    return this.endings.end();
  }

  /** A module of the built server with the types of its source, so that a rename there fails to compile. */
  async built<Module>(path: string): Promise<Module> {
    return (await this.options.load(fromRoot('apps/api/dist', path))) as Module;
  }

  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'dipper-bench-'));
    this.endings.add(() => rm(path, { recursive: true, force: true }));
    return path;
  }

  /** A new server; the quick form shares one, since starts take most of its time. */
  server(env: Env = {}): Promise<Server> {
    return this.quick ? sharedServer(env) : startServer(env, this.endings);
  }

  /** A new server for one measurement, so that it cannot reuse earlier files. */
  async withServer<T>(env: Env, use: (server: Server) => Promise<T>): Promise<T> {
    const server = await this.server(env);
    const result = await use(server);
    await server.stop();
    return result;
  }

  /** The environment of a server on an empty PostgreSQL database. */
  async postgres(): Promise<{ DATABASE_URL: string; SECRET: string }> {
    return { DATABASE_URL: await createDatabase(), SECRET: 'only for this benchmark' };
  }

  /**
   * The media origin of the tests: `/dash/big.mpd` has two streams of `bigBytes` in total; files of the
   * folders are at `/media/`.
   */
  async origin(
    options: { bigBytes?: number; folders?: string[] } = {},
  ): Promise<{ url: string; sentBytes: () => Promise<number> }> {
    const { ask } = await sharedOrigins();
    const { url, id } = await ask<{ url: string; id: number }>({ start: options });
    this.endings.add(() => ask({ close: id }).catch(() => undefined));
    return { url, sentBytes: () => ask({ sent: id }) };
  }

  part<T>(name: string, options: object, nodeFlags: string[] = []): Promise<Part<T>> {
    return startPart(name, this.endings, { options, nodeFlags });
  }

  /** @returns the URL of a web site on loopback. */
  async site(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    this.endings.add(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}
