/** `npm run accounts -- …`: the operator's account commands (docs/accounts.md); prepares a clean checkout first. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the rest may not parse on an outdated Node.
  const { runBuilt } = await import('./setup/run-built.mjs');
  await runBuilt('accounts.js');
}
