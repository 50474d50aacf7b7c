// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'apps/api/dist/bundle/main.js');
const READY =
  /Dipper (?:is at|worker is ready; its health is reported at) http:\/\/localhost:(\d+)/;
/**
 * The time limit for a start. It is generous, because a first start creates a database and the
 * machine may be busy.
 */
export const START_MS = 120_000;
/** Variables that contain the paths of this machine's programs. */
const INHERITED = ['PATH', 'HOME', 'YT_DLP_PATH', 'FFMPEG_PATH', 'FFPROBE_PATH'];

/**
 * @typedef {object} Options
 * @property {string} dataDir
 * @property {Readonly<Record<string, string>>} [env] variables in addition to the ones for every
 * server
 * @property {readonly string[]} [launcher] a prefix for the command line (`unshare …`)
 * @property {string} [main] the main.js of another build
 * @property {string} [node] a Node other than this process's
 * @property {readonly string[]} [nodeFlags] Node flags in addition to the flags of `npm start`
 */

/**
 * The built server in a separate process on loopback, run like `npm start` runs it. All tests and
 * benchmarks start the server this way. The server may reach public addresses and origins on
 * loopback.
 */
export class ServerProcess {
  output = '';
  /**
   * The server's port, or 0 before the server is ready. For a worker, this is the port of its
   * health endpoint.
   */
  port = 0;
  /** @readonly */
  dataDir;
  /** @type {Promise<number>} */
  #announced;
  /** @type {Promise<null>} */
  #closed;

  /** @param {Options} options */
  constructor({
    dataDir,
    env = {},
    launcher = [],
    main = MAIN,
    node = process.execPath,
    nodeFlags = [],
  }) {
    this.dataDir = dataDir;
    if (!existsSync(main)) {
      throw new Error('apps/api/dist/bundle/main.js is missing: run "npm run build" first');
    }
    const inherited = INHERITED.map((name) => [name, process.env[name]]);
    const [command = '', ...argv] = [...launcher, node, ...startFlags(), ...nodeFlags, main];
    /** @readonly */
    this.child = spawn(command, argv, {
      env: {
        ...Object.fromEntries(inherited),
        PORT: '0',
        DATA_DIR: dataDir,
        EGRESS_ALLOW: '127.0.0.0/8',
        // Tests and benchmarks send more requests than any visitor would.
        RATE_LIMIT: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Waits for 'close' rather than 'exit', so that all output has been read.
    this.#closed = once(this.child, 'close').then(() => null);
    this.#closed.catch(() => undefined);
    this.#announced = new Promise((resolve) => {
      const read = (/** @type {string} */ text) => {
        this.output += text;
        const announced = READY.exec(this.output);
        if (announced) {
          resolve(Number(announced[1]));
        }
      };
      this.child.stdout.setEncoding('utf8').on('data', read);
      this.child.stderr.setEncoding('utf8').on('data', read);
    });
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.child.pid ?? 0;
  }

  /**
   * Waits until the server accepts requests (or, if it is a worker, jobs).
   * @returns {Promise<this>}
   * @throws {Error} with the server's output, if the server ends first or takes too long
   */
  async ready() {
    const giveUp = new AbortController();
    const late = delay(START_MS, null, giveUp).catch(() => null);
    const port = await Promise.race([this.#announced, this.#closed, late]);
    giveUp.abort();
    if (port === null) {
      throw new Error(
        `The server did not start (exit code ${this.child.exitCode}):\n${this.output}`,
      );
    }
    this.port = port;
    return this;
  }

  /** Lets this process end while the server is still running. */
  unref() {
    this.child.unref();
    for (const stream of [this.child.stdout, this.child.stderr]) {
      /** @type {import('node:net').Socket} */ (stream).unref();
    }
  }

  /**
   * Sends the server a signal and waits for its end.
   * @param {NodeJS.Signals} signal
   * @returns {Promise<number | null>} the server's exit code
   */
  async kill(signal) {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill(signal);
      await gone;
    }
    return this.child.exitCode;
  }
}

function startFlags() {
  /** @type {{ scripts: { start: string } }} */
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((part) => part.startsWith('--'));
}
