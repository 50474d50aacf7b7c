import { PGlite } from '@electric-sql/pglite';
import { PGLITE_OPTIONS } from './pglite-options.js';

/**
 * Makes an empty database in the folder that is the only argument. A program of its own: initdb
 * leaves 500 MB in use, which a process that goes on would never give back.
 */
const database = await PGlite.create(process.argv[2] ?? '', PGLITE_OPTIONS);
await database.close();
