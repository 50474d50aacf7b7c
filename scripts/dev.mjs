/**
 * `npm run dev`: the whole thing on one origin with live reload. The libraries are rebuilt as they
 * change, the api is restarted by Nest, and the pages come through Vite's middleware inside it.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();

// Only now: the rest need not parse on a Node that is too old.
const { runMain } = await import('./setup/fatal.mjs');
const { runDev } = await import('./setup/run-dev.mjs');

await runMain(runDev);
