/**
 * `npm run test:soak` runs mixed work on the built server for 20 minutes (`SOAK_MINUTES=…`), and
 * checks that its memory, descriptors, children and disk usage return to where they started.
 */
import { longRun, specs } from './setup/long-run.mjs';

await longRun([specs('--selectProjects', 'soak-long', ...process.argv.slice(2))]);
