import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';
import { openPglite } from './open-pglite.js';

/**
 * The embedded Postgres, in a thread of its own so that its queries never hold up the server's loop
 * (measured: 7-10 ms of lag against 350-400 ms in the main thread).
 */
const { folder, socket } = workerData as { folder: string; socket: string };

const database = await openPglite(folder);
const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections: 4 });

parentPort?.on('message', () => {
  void stop();
});

async function stop(): Promise<void> {
  await server.stop();
  await database.close();
  parentPort?.postMessage({ stopped: true });
  parentPort?.close();
}

await server.start();
parentPort?.postMessage({ ready: true });
