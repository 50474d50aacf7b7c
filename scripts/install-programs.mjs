/** `node scripts/install-programs.mjs`: what the server needs besides npm's packages; the Dockerfile uses it. */
import { ensurePrograms } from './programs/ensure-programs.mjs';
import { runMain } from './setup/terminal.mjs';

await runMain(() => ensurePrograms(['run']));
