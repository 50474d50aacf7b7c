/**
 * Installs the programs that the server needs besides the npm packages. The Dockerfile runs this
 * file.
 */
import { ensurePrograms } from './programs/ensure-programs.mjs';
import { runMain } from './setup/terminal.mjs';

await runMain(() => ensurePrograms(['run']));
