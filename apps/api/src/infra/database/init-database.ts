import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openPglite } from './open-pglite.js';

/**
 * Makes an empty database in the folder that is the only argument. A program of its own: initdb
 * leaves 500 MB in use, which a process that goes on would never give back.
 */
// Optimizing code that runs for a second costs more than it saves: 3.6 s of processor become 2 s.
setFlagsFromString('--liftoff-only');
const folder = process.argv[2] ?? '';
const database = await openPglite(folder, () => undefined);
await database.close();
// PGlite copies into it what initdb made, and syncs none of that.
for (const entry of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(folder, entry), 'r');
  fsyncSync(file);
  closeSync(file);
}
