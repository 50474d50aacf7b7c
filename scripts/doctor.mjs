/** `npm run doctor`: what an operator has to fill in before the site goes public; prepares a clean checkout first. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
  const { runBuilt } = await import('./setup/run-built.mjs');
  await runBuilt('doctor.js');
}
