// Migrates a real Postgres as a starting server does. The arguments are its URL and the lock's
// times as JSON. Prints "loaded", waits for a line of input, and prints "migrated" or the error.
import { once } from 'node:events';
import { migrate } from '../../apps/api/dist/infra/database/migrating/migrate.js';

const [url, times] = process.argv.slice(2);
console.log('loaded');
await once(process.stdin, 'data');
process.stdin.unref();
try {
  await migrate(url, (sentence) => console.log(sentence), JSON.parse(times));
  console.log('migrated');
} catch (error) {
  console.log(`failed: ${error.message}`);
  process.exitCode = 1;
}
