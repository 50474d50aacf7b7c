/**
 * `npm run test:soak` runs mixed work on the built server for 20 minutes (`SOAK_MINUTES=…`), and
 * checks that its memory, descriptors, children and disk usage return to where they started.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode(() => undefined);
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { longRun, specs } = await import('./setup/long-run.mjs');
  await longRun([specs('--selectProjects', 'soak-long', ...process.argv.slice(2))]);
}
