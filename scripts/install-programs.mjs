/** Installs what the server needs besides npm's packages; used by the Dockerfile. */
import { ensurePrograms } from './programs/ensure-programs.mjs';
import { runMain } from './setup/terminal.mjs';

await runMain(() => ensurePrograms(['run']));
