/** `npm run update:yt-dlp`: installs the newest yt-dlp if it passes the canaries; prepares a clean checkout first. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the rest may not parse on an outdated Node.
  const { runBuilt } = await import('./setup/run-built.mjs');
  await runBuilt('update-yt-dlp.js');
}
