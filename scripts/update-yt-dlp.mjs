/** `npm run update:yt-dlp`: the newest yt-dlp, when it passes the canaries; prepares a clean checkout first. */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
  const { runBuilt } = await import('./setup/run-built.mjs');
  await runBuilt('update-yt-dlp.js');
}
