/** `node scripts/programs/install.mjs run [test]`: only the programs; the Dockerfile uses it. */
import { runMain } from '../setup/fatal.mjs';
import { ensurePrograms } from './ensure-programs.mjs';

const purposes = process.argv.slice(2).filter((word) => word === 'run' || word === 'test');

await runMain(() => ensurePrograms(purposes.length > 0 ? purposes : ['run']));
