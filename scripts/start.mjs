/**
 * `npm start`: makes a machine with Node and nothing else of ours ready (dependencies, programs,
 * build) and runs the server in this process, so that signals reach it as they are.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();

// Only now: the rest need not parse on a Node that is too old.
const { prepare } = await import('./setup/prepare.mjs');
const { runMain } = await import('./setup/fatal.mjs');

await runMain(async () => {
  await prepare(['run']);
  process.env.NODE_ENV ??= 'production';
});

await import('../apps/api/dist/main.js');
