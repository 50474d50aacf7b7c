import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openPglite } from './open-pglite.js';

/**
 * Creates an empty database in the folder given as the only argument. This is a separate program
 * because initdb leaves 500 MB in use, which a running process would never give back.
 */
// Turn off optimization: for code that runs for a second, it costs more than it saves. This reduces
// the processor time from 3.6 s to 2 s.
setFlagsFromString('--liftoff-only');
const folder = process.argv[2] ?? '';
const database = await openPglite(folder, () => undefined);
await database.close();
// Flush the files, because PGlite copies the result of initdb into the folder without flushing.
for (const entry of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(folder, entry), 'r');
  fsyncSync(file);
  closeSync(file);
}
