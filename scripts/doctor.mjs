/** `npm run doctor`: reports what an operator must configure before the launch; prepares a clean checkout first. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the rest may not parse on an outdated Node.
  const { runBuilt } = await import('./setup/run-built.mjs');
  await runBuilt('doctor.js');
}
