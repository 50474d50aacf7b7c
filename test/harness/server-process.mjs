// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'apps/api/dist/main.js');
const READY = /Dipper is (?:at|ready to merge; its health is at) http:\/\/localhost:(\d+)/;
/** A first start makes a database; a busy machine takes its time. */
export const START_MS = 120_000;
/** Where this machine's programs are. */
const INHERITED = ['PATH', 'HOME', 'YT_DLP_PATH', 'FFMPEG_PATH', 'FFPROBE_PATH'];

/**
 * @typedef {object} Options
 * @property {string} dataDir
 * @property {Readonly<Record<string, string>>} [env] beyond what every server gets
 * @property {readonly string[]} [launcher] what the command line is appended to (`unshare …`)
 * @property {string} [main] another build of the server
 * @property {string} [node] another Node than the one that runs this
 * @property {readonly string[]} [nodeFlags] for Node, beyond those of `npm start`
 */

/**
 * The built server in a process of its own on loopback, run as `npm start` runs it: the one way in
 * which tests and benchmarks start it. It may reach origins on loopback, and nothing else that is
 * not public.
 */
export class ServerProcess {
  /** All it has written, both streams. */
  output = '';
  /** 0 before it is ready; that of its health, of a worker. */
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
      throw new Error('apps/api/dist/main.js is not there: run "npm run build" first');
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
        // Tests and benchmarks are one visitor who asks for more than any.
        RATE_LIMIT: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Not 'exit': what it wrote last has been read by then.
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
   * Waits until it takes requests (a worker: jobs).
   * @returns {Promise<this>}
   * @throws {Error} with its output, when it ends before that or takes too long
   */
  async ready() {
    const giveUp = new AbortController();
    const late = delay(START_MS, null, giveUp).catch(() => null);
    const port = await Promise.race([this.#announced, this.#closed, late]);
    giveUp.abort();
    if (port === null) {
      throw new Error(`not started (exit code ${this.child.exitCode}):\n${this.output}`);
    }
    this.port = port;
    return this;
  }

  /** Lets our process end although this one runs. */
  unref() {
    this.child.unref();
    for (const stream of [this.child.stdout, this.child.stderr]) {
      /** @type {import('node:net').Socket} */ (stream).unref();
    }
  }

  /**
   * Ends it with a signal and waits until it is gone.
   * @param {NodeJS.Signals} signal
   * @returns {Promise<number | null>} its exit code
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

/** What `npm start` gives to Node. */
function startFlags() {
  /** @type {{ scripts: { start: string } }} */
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((part) => part.startsWith('--'));
}
