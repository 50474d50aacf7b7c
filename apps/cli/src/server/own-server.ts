import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.js';
import { CommandError, EXIT } from '../exit-codes.js';

/** The path is relative to the bundle in `dist`. */
const SCRIPT = fileURLToPath(new URL('../bin/own-server.mjs', import.meta.url));
/** The flags with which `npm start` runs the server (package.json). */
const FLAGS = ['--max-semi-space-size=4'];
const READY = /Dipper is at http:\/\/localhost:(\d+)/;
const IN_USE = /another Dipper/;
/** How long the server of a killed command may take to exit, in milliseconds. */
const TAKEOVER_MS = 20_000;
const RETRY_MS = 250;
/** How long a server may take to stop, in milliseconds. */
const STOP_MS = 10_000;

/**
 * Variables for shared deployments, which are dropped, because they may be set for other reasons on
 * the user's machine.
 */
const FOREIGN = [
  ...['DATABASE_URL', 'REDIS_URL', 'ROLE', 'SECRET', 'PUBLIC_URL', 'NODE_ENV', 'NODE_OPTIONS'],
  ...['S3_BUCKET', 'SMTP_URL', 'ACCEL_REDIRECT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'DRAIN_SECONDS'],
];

interface OwnServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The folder for data that belongs to the user, not to the machine. */
function dataFolder({ env }: Context): string {
  const home = homedir();
  const base =
    process.platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'));
  return env['DIPPER_DATA'] ?? join(base, 'dipper');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes the first data folder that no other command is using, so that commands can run at the same
 * time and continue each other's work.
 * @returns the folder, and a function that releases it
 */
function takeFolder(base: string): { folder: string; giveBack: () => void } {
  for (let number = 1; ; number += 1) {
    const folder = join(base, number === 1 ? 'server' : `server-${number}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const owner = join(folder, 'command.pid');
    for (const isRetry of [false, true]) {
      try {
        writeFileSync(owner, String(process.pid), { flag: 'wx' });
        return { folder, giveBack: () => rmSync(owner, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
          throw error;
        }
        if (isRetry || isAlive(Number(readFileSync(owner, 'utf8')))) {
          break;
        }
        rmSync(owner, { force: true });
      }
    }
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string | null;
  readonly output: string;
}

/** Starts the server once. `url` is null if it ended instead. */
function startOnce(folder: string, context: Context): Promise<Started> {
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(context.env).filter(([name]) => !FOREIGN.includes(name))),
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, RATE_LIMIT: 'off' },
    ...{ SHUTDOWN_GRACE_SECONDS: '1', LOG_LEVEL: 'error' },
  };
  const child = fork(SCRIPT, [], {
    env,
    execArgv: FLAGS,
    // Ctrl-C in a terminal reaches every process in the group, but the command must end its server
    // itself.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      // Only the beginning and the errors of a failed start matter.
      output = (output + chunk.toString()).slice(-10_000);
      const port = READY.exec(output)?.[1];
      if (port !== undefined) {
        resolve({ child, url: `http://127.0.0.1:${port}`, output });
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () => resolve({ child, url: null, output }));
    context.signal.addEventListener('abort', () => child.connected && child.disconnect());
  });
}

/** Ends the server by closing its connection to this process. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    if (child.connected) {
      child.disconnect();
    }
  });
}

/**
 * Starts a server for this command only, on loopback, with a separate data folder. It ends with the
 * command, even if the command is killed.
 * @throws CommandError if it doesn't start
 */
export async function startOwnServer(context: Context): Promise<OwnServer> {
  const { folder, giveBack } = takeFolder(dataFolder(context));
  const begun = performance.now();
  try {
    for (;;) {
      const { child, url, output } = await startOnce(folder, context);
      context.signal.throwIfAborted();
      if (url !== null) {
        return { url, stop: () => stop(child).finally(giveBack) };
      }
      // The server of a command that was just killed may still be stopping.
      if (!IN_USE.test(output) || performance.now() - begun > TAKEOVER_MS) {
        const reason = output.trim().split('\n').at(-1) ?? '';
        throw new CommandError(
          EXIT.server,
          `The server in the background did not start: ${reason} Use another server with --server, or see npm run doctor.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  } catch (error) {
    giveBack();
    throw error;
  }
}
