/** `npm run update:yt-dlp`: the newest yt-dlp, when it passes the canaries; prepares a clean checkout first. */
import { access } from 'node:fs/promises';
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
  const { exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot, ROOT } = await import('./setup/repository.mjs');
  const { runMain } = await import('./setup/terminal.mjs');

  exitOnSignals();
  process.chdir(ROOT);
  const built = fromRoot('apps', 'api', 'dist', 'update-yt-dlp.js');
  // Not always: in the image there is nothing to build with.
  const isBuilt = await access(built).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    await runMain(() => prepare(['run']));
  }
  await import(built);
}
