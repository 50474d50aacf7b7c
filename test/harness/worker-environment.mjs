// @ts-check
import { TestEnvironment } from 'jest-environment-node';
import { existsSync, rmSync } from 'node:fs';
import { ServerProcess } from './server-process.mjs';

/**
 * Makes the server end together with its Jest worker, even if the worker is killed. This works only
 * on Linux.
 */
const SETPRIV = '/usr/bin/setpriv';
const LAUNCHER = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--'] : [];

/** @typedef {import('./server-process.mjs').Options} Options */

/** @type {Promise<ServerProcess> | null} */
let kept = null;

/**
 * Returns the server that all spec files of this Jest worker share. It starts on first use.
 * @param {() => Promise<Options>} prepare prepares the server's DATA_DIR, which is removed when the
 * worker ends
 */
function keptServer(prepare) {
  kept ??= prepare().then((options) => {
    const server = new ServerProcess({ ...options, launcher: LAUNCHER });
    process.once('exit', () => {
      server.child.kill('SIGKILL');
      rmSync(options.dataDir, { recursive: true, force: true, maxRetries: 10 });
    });
    // A referenced process would keep the worker alive.
    server.unref();
    return server.ready();
  });
  return kept;
}

/**
 * Node's environment, plus a server that outlives spec files. Jest loads this module once per
 * worker, but loads the modules of a spec again for each file.
 */
export default class WorkerEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, { keptServer });
  }
}
