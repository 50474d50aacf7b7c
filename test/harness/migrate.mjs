// Undoes all migrations of a database and applies them again, using the built migrations. Prints
// the tables after each step as JSON. The argument is a URL, or the DATA_DIR of an embedded
// database that is not in use.
import { DataSource } from 'typeorm';
import { startEmbeddedPostgres } from '../../apps/api/dist/infra/database/embedded-postgres.js';
import { MIGRATIONS } from '../../apps/api/dist/infra/database/migrations/index.js';

const place = process.argv[2];
const embedded = place.startsWith('/') ? await startEmbeddedPostgres(place) : null;
const database = new DataSource({
  type: 'postgres',
  ...(embedded
    ? { host: embedded.host, username: 'postgres', database: 'postgres' }
    : { url: place }),
  migrations: MIGRATIONS,
  poolSize: 1,
  installExtensions: false,
});
await database.initialize();

async function tables() {
  const sql =
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";
  return (await database.query(sql)).map((row) => row.table_name);
}

const before = await tables();
for (let left = MIGRATIONS.length; left > 0; left -= 1) {
  await database.undoLastMigration();
}
const down = await tables();
const ran = (await database.runMigrations()).map(({ name }) => name);
const up = await tables();
await database.destroy();
await embedded?.close();
console.log(JSON.stringify({ before, down, ran, up, known: MIGRATIONS.length }));
