import { Client } from 'pg';
import { join } from 'node:path';
import type { TestServer } from './server.js';

export async function rowsOf<Row>(server: TestServer, sql: string): Promise<Row[]> {
  const { databaseUrl } = server.backend;
  const client = new Client(
    databaseUrl ?? { host: join(server.dataDir, 'socket'), user: 'postgres', database: 'postgres' },
  );
  // A broken connection rejects the query. Without a listener, its error event would also be
  // thrown.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
