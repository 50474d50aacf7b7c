/**
 * `npm start` prepares a machine that has only Node (it installs dependencies and programs and
 * builds the server). It then runs the server in this process, so that signals reach the server
 * directly.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();
void main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { runMain } = await import('./setup/terminal.mjs');

  endWithNpm();
  const untilServing = exitOnSignals();
  await runMain(() => prepare(['run']));
  untilServing();

  if (process.env.NODE_ENV === undefined) {
    process.env.NODE_ENV = 'production';
  }
  // The URL is computed so that the type checker ignores the built file.
  await import(new URL('../apps/api/dist/bundle/main.js', import.meta.url).href);
}
