import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { waitUntil } from '../harness/wait-until.js';

const run = promisify(execFile);
/**
 * How long services may take to become ready after their containers have started, in milliseconds.
 */
const READY_MS = 120_000;
const SERVICES = ['nginx', 'api', 'worker', 'postgres', 'redis'];

/** Returns the address at which containers reach this machine: that of Docker's default bridge. */
export async function hostAddress(): Promise<string> {
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const { stdout } = await run('docker', ['network', 'inspect', 'bridge', '-f', format]);
  return stdout.trim() === '' ? '172.17.0.1' : stdout.trim();
}

/** The containers of docker-compose.yml, as a separate project with its own volumes. */
export class Compose {
  private constructor(
    readonly url: string,
    private readonly command: readonly string[],
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /**
   * Starts all services and waits until nginx forwards the api's readiness.
   * @param extra variables for docker-compose.yml
   * @throws with compose's output if a service does not become healthy
   */
  static async up(extra: Readonly<Record<string, string>>): Promise<Compose> {
    const port = await freePort();
    const stack = new Compose(`http://127.0.0.1:${port}`, await composeCommand(), {
      ...process.env,
      ...extra,
      COMPOSE_PROJECT_NAME: 'dipper-test',
      PORT: String(port),
      SECRET: randomBytes(32).toString('hex'),
      POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
    });
    await stack.run('up', '-d', '--no-build');
    const isReady = async (): Promise<boolean> =>
      (await fetch(`${stack.url}/api/ready`).catch(() => null))?.ok === true;
    try {
      await waitUntil(isReady, 'the services to be ready', READY_MS);
      return stack;
    } catch (error) {
      const log = await stack.run('logs', '--tail', '20');
      await stack.down();
      throw new Error(`${String(error)}\n${log}`);
    }
  }

  /** Removes the containers, the networks and the volumes. */
  async down(): Promise<void> {
    await this.run('down', '--volumes', '--timeout', '5');
  }

  async run(...argv: string[]): Promise<string> {
    const [command = '', ...first] = this.command;
    return (await run(command, [...first, ...argv], { env: this.env })).stdout;
  }

  /** Kills a service's container, as a crash would. */
  async kill(service: string): Promise<void> {
    await this.run('kill', '-s', 'KILL', service);
  }

  async exec(service: string, script: string): Promise<string> {
    return this.run('exec', '-T', service, 'sh', '-c', script);
  }

  /** Returns what each service's health check says (`healthy`, `starting`, `unhealthy`). */
  async health(): Promise<string[]> {
    return this.inspect('{{.State.Health.Status}}', SERVICES);
  }

  /** Returns the services with a port on the host. */
  async published(): Promise<string[]> {
    const ports = await this.inspect('{{range .NetworkSettings.Ports}}{{len .}}{{end}}', SERVICES);
    return SERVICES.filter((_, at) => Number(ports[at]) > 0);
  }

  private async inspect(format: string, services: readonly string[]): Promise<string[]> {
    return Promise.all(
      services.map(async (service) => {
        const id = (await this.run('ps', '-q', service)).trim();
        return (await run('docker', ['inspect', '-f', format, id])).stdout.trim();
      }),
    );
  }
}

/** Compose version 2 is a Docker plugin; version 1 is a program of its own. */
async function composeCommand(): Promise<readonly string[]> {
  const isPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  );
  return isPlugin ? ['docker', 'compose'] : ['docker-compose'];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
