import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openPglite } from './open-pglite.js';

/**
 * Creates an empty database in the folder given as the only argument. A separate program, because
 * initdb leaves 500 MB in use that a running process would never give back.
 */
// Optimizing code that runs for a second costs more than it saves: 3.6 s of processor time become 2
// s.
setFlagsFromString('--liftoff-only');
const folder = process.argv[2] ?? '';
const database = await openPglite(folder, () => undefined);
await database.close();
// PGlite copies initdb's result into it without syncing.
for (const entry of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(folder, entry), 'r');
  fsyncSync(file);
  closeSync(file);
}
