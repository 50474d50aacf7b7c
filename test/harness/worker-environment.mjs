// @ts-check
import { TestEnvironment } from 'jest-environment-node';
import { existsSync, rmSync } from 'node:fs';
import { ServerProcess } from './server-process.mjs';

/** Ends the server with its jest worker also where that is killed. Linux has it. */
const SETPRIV = '/usr/bin/setpriv';
const LAUNCHER = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--'] : [];

/** @typedef {import('./server-process.mjs').Options} Options */

/** @type {Promise<ServerProcess> | null} */
let kept = null;

/**
 * The server that all spec files of this jest worker share, started when the first of them asks.
 * @param {() => Promise<Options>} prepare its DATA_DIR, which goes when the worker ends
 */
function keptServer(prepare) {
  kept ??= prepare().then((options) => {
    const server = new ServerProcess({ ...options, launcher: LAUNCHER });
    process.once('exit', () => {
      server.child.kill('SIGKILL');
      rmSync(options.dataDir, { recursive: true, force: true, maxRetries: 10 });
    });
    // Else it would keep the worker alive.
    server.unref();
    return server.ready();
  });
  return kept;
}

/**
 * Node's environment, and a server that outlives the spec file that started it: this module is
 * loaded once for each jest worker, while those of a spec are loaded anew for each file.
 */
export default class WorkerEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, { keptServer });
  }
}
