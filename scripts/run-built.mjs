/**
 * `npm run accounts`, `npm run doctor` and `npm run update:yt-dlp` run a program of apps/api in
 * this process, and prepare a clean checkout first. The first argument is the program's file in
 * `apps/api/dist/bundle`.
 */
import { existsSync } from 'node:fs';
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot, ROOT } = await import('./setup/repository.mjs');
  const { runMain } = await import('./setup/terminal.mjs');

  exitOnSignals();
  process.chdir(ROOT);
  const [name = ''] = process.argv.splice(2, 1);
  const built = fromRoot('apps', 'api', 'dist', 'bundle', name);
  // Prepares only if necessary, because the Docker image has no build tools.
  if (!existsSync(built)) {
    await runMain(() => prepare(['run']));
  }
  await import(built);
}
