import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const PROGRAM = join(__dirname, 'run-services.mjs');

/** The environment variables with the URLs of the services that servers under test use. */
const DATABASE = 'DIPPER_TEST_DATABASE_URL';
const REDIS = 'DIPPER_TEST_REDIS_URL';

type Service = 'postgres' | 'redis';

/**
 * A PostgreSQL and a Redis for a single spec file, which may freeze them. Servers that the spec
 * file starts afterwards use these services.
 */
export class OwnServices {
  private readonly lines: Interface;
  /** The URLs of the services that the other spec files use. */
  private readonly shared = [DATABASE, REDIS].map((name) => process.env[name]);

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    this.lines = createInterface({ input: child.stdout });
  }

  static async start(): Promise<OwnServices> {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const services = new OwnServices(child);
    const { databaseUrl, redisUrl } = JSON.parse(await services.line()) as Record<string, string>;
    process.env[DATABASE] = databaseUrl;
    process.env[REDIS] = redisUrl;
    return services;
  }

  /** Stops all processes of a service. Connections stay open, but nothing responds. */
  freeze(service: Service): Promise<void> {
    return this.tell(`freeze ${service}`);
  }

  thaw(service: Service): Promise<void> {
    return this.tell(`thaw ${service}`);
  }

  async stop(): Promise<void> {
    [process.env[DATABASE], process.env[REDIS]] = this.shared;
    const gone = once(this.child, 'close');
    this.child.stdin.end();
    await gone;
  }

  private async tell(line: string): Promise<void> {
    const done = this.line();
    this.child.stdin.write(`${line}\n`);
    await done;
  }

  private async line(): Promise<string> {
    const waiting = new AbortController();
    const ended = once(this.child, 'close', waiting).then(
      () => Promise.reject(new Error('The services of this spec have ended')),
      () => [''],
    );
    try {
      const [line] = (await Promise.race([once(this.lines, 'line', waiting), ended])) as [string];
      return line;
    } finally {
      waiting.abort();
    }
  }
}
