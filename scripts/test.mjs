/**
 * `npm test`: installs what is missing, builds, checks, and runs everything, the whole server once
 * embedded and once on PostgreSQL and Redis of its own.
 * `npm test -- --only medium,egress` runs some projects; `npm test -- <jest arguments>` passes on.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();

// Only now: the rest need not parse on a Node that is too old.
const { runAll } = await import('./testing/run-all.mjs');
const { runMain } = await import('./setup/fatal.mjs');

await runMain(() => runAll(process.argv.slice(2)));
