import { execa } from 'execa';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { ROOT } from './repository.mjs';

/** Time a group gets between being asked to end and being killed. */
const GRACE_MS = 10_000;

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Runs a program without showing what it prints, and never throws: one that cannot be started, is
 * killed or passes its deadline is not ok. Ends together with us.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, extendEnv?: boolean, timeout?: number }} [options] timeout in milliseconds
 * @returns {Promise<Outcome>}
 */
export async function runQuiet(command, argv, options = {}) {
  const quietly = /** @type {const} */ ({ stdin: 'ignore', all: true, reject: false });
  const result = await execa(command, argv, { cwd: ROOT, ...quietly, ...options });
  return { ok: !result.failed, output: result.all || (result.originalMessage ?? '') };
}

/**
 * Runs npm without showing what it prints.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 */
export function npm(argv, env) {
  return runQuiet(...npmCommand(argv), { env: npmEnvironment(env), extendEnv: false });
}

/** A program with all that it starts in turn, its output shown. */
export class ShownGroup {
  /** @type {Set<ShownGroup>} */
  static #running = new Set();

  /**
   * @param {string} command
   * @param {readonly string[]} argv
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(command, argv, env) {
    const child = execa(command, argv, {
      cwd: ROOT,
      env,
      extendEnv: false,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      reject: false,
    });
    this.#pid = child.pid ?? 0;
    ShownGroup.#running.add(this);
    /** @type {Promise<number | null>} its exit code, null when it was killed or never started */
    this.ended = child.then(({ exitCode }) => {
      ShownGroup.#running.delete(this);
      // The leader has gone; what it left behind goes too.
      this.#signal('SIGKILL');
      return exitCode ?? null;
    });
  }

  #pid;

  /** Asks all of it to end, insists after 10 s, resolves when it is gone. */
  async end() {
    const insist = setTimeout(() => this.#signal('SIGKILL'), GRACE_MS);
    this.#signal('SIGTERM');
    await this.ended;
    clearTimeout(insist);
  }

  /** Ends every group that runs. */
  static async endAll() {
    await Promise.all([...ShownGroup.#running].map((group) => group.end()));
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    try {
      if (this.#pid) {
        process.kill(-this.#pid, signal);
      }
    } catch {
      // Nobody is left in the group.
    }
  }
}
