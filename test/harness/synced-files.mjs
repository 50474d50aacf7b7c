// Prints as JSON which files an embedded database syncs for a commit and for a checkpoint. The
// argument is the folder of a database that is not in use.
import fs, { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsyncSync } = fs;
let synced = [];
fs.fsyncSync = (fd) => {
  synced.push(readlinkSync(`/proc/self/fd/${fd}`));
  fsyncSync(fd);
};
syncBuiltinESMExports();
const { openPglite } = await import('../../apps/api/dist/infra/database/open-pglite.js');

const database = await openPglite(process.argv[2], (error) => {
  throw error;
});
await database.exec('CREATE TABLE IF NOT EXISTS kept (i integer)');
synced = [];
await database.query('INSERT INTO kept VALUES (1)');
const commit = synced;
synced = [];
await database.exec('CHECKPOINT');
const checkpoint = synced;
await database.exec('DROP TABLE kept');
await database.close();
console.log(JSON.stringify({ commit, checkpoint }));
