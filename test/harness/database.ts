import { Client } from 'pg';
import { join } from 'node:path';
import type { TestServer } from './server.js';

/** Asks the database of a running server, the embedded one through its socket. */
export async function rowsOf<Row>(server: TestServer, sql: string): Promise<Row[]> {
  const { databaseUrl } = server.backend;
  const client = new Client(
    databaseUrl ?? { host: join(server.dataDir, 'socket'), user: 'postgres', database: 'postgres' },
  );
  // A connection that breaks rejects the query; without a listener it would throw as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
