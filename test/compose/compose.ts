import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { fromRoot } from '../../scripts/setup/repository.mjs';
import { freePort } from '../harness/load-balancer.js';
import { waitUntil } from '../harness/wait-until.js';

const run = promisify(execFile);
const ROOT = fromRoot();
/**
 * How long services may take to become ready after their containers have started, in milliseconds.
 */
const READY_MS = 120_000;
const SERVICES = ['nginx', 'api', 'worker', 'postgres', 'redis'];

/**
 * Returns the address at which containers reach this machine, which is that of Docker's default
 * bridge.
 */
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

  /** @param extra variables for docker-compose.yml */
  static async of(extra: Readonly<Record<string, string>>): Promise<Compose> {
    const port = await freePort();
    return new Compose(`http://127.0.0.1:${port}`, await composeCommand(), {
      ...process.env,
      ...extra,
      COMPOSE_PROJECT_NAME: 'dipper-test',
      PORT: String(port),
      SECRET: randomBytes(32).toString('hex'),
      POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
    });
  }

  /**
   * Starts all services, and waits until they are ready.
   * @param extra variables for docker-compose.yml
   * @throws with compose's output if a service does not become healthy
   */
  static async up(extra: Readonly<Record<string, string>>): Promise<Compose> {
    const stack = await Compose.of(extra);
    try {
      await stack.run('up', '-d', '--no-build');
      await stack.ready();
      return stack;
    } catch (error) {
      const log = await stack.run('logs', '--tail', '20');
      await stack.down();
      throw new Error(`${String(error)}\n${log}`);
    }
  }

  /** Waits until nginx forwards the readiness of the API process. */
  async ready(): Promise<void> {
    const isReady = async (): Promise<boolean> =>
      (await fetch(`${this.url}/api/ready`).catch(() => null))?.ok === true;
    await waitUntil(isReady, 'the services to be ready', READY_MS);
  }

  /** Removes the containers, the networks and the volumes. */
  async down(): Promise<void> {
    await this.run('down', '--volumes', '--timeout', '5');
  }

  async run(...argv: string[]): Promise<string> {
    const [command = '', ...first] = this.command;
    return (await run(command, [...first, ...argv], { env: this.env })).stdout;
  }

  /**
   * Runs commands from the documents, with this version of compose and the image that has been built.
   * @param cwd where `dipper.dump` is
   */
  async runDocumented(commands: readonly string[], cwd: string): Promise<void> {
    const isOld = this.command.length === 1;
    const compose = `${this.command.join(' ')} --project-directory "${ROOT}" -f "${ROOT}/docker-compose.yml"`;
    const script = commands
      .map((command) => command.replace('--build', '--no-build'))
      .flatMap((command) => (isOld ? inVersionOne(command) : [command]))
      .map((command) => command.replace('docker compose', () => compose))
      .join('\n');
    await run('sh', ['-euc', script], { cwd, env: this.env });
  }

  /** Kills a service's container, as a crash would. */
  async kill(service: string): Promise<void> {
    await this.run('kill', '-s', 'KILL', service);
  }

  async exec(service: string, script: string): Promise<string> {
    return this.run('exec', '-T', service, 'sh', '-c', script);
  }

  /** Returns the state of each service's health check (`healthy`, `starting`, `unhealthy`). */
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

/** Version 1 has no `--wait`, and does not notice that there is no terminal. */
function inVersionOne(command: string): string[] {
  const answers = 'docker compose exec -T postgres pg_isready -h 127.0.0.1 -U dipper';
  return command.includes(' --wait ')
    ? [
        command.replace(' --wait', ''),
        `for _ in $(seq 60)`,
        `do ${answers} && break; sleep 1`,
        'done',
      ]
    : [command.replace(' run ', ' run -T ')];
}

/** Compose version 2 is a Docker plugin; version 1 is a separate program. */
async function composeCommand(): Promise<readonly string[]> {
  const isPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  );
  return isPlugin ? ['docker', 'compose'] : ['docker-compose'];
}
