/**
 * `npm start`: makes a machine with Node and nothing else of ours ready (dependencies, programs,
 * build) and runs the server in this process, so that signals reach it as they are.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();
void main();

async function main() {
  // Only now: the rest need not parse on a Node that is too old.
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
  // By a name that is made here: what was built is not for the type checker.
  await import(new URL('../apps/api/dist/main.js', import.meta.url).href);
}
