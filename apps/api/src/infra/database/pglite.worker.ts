import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseMessage, openPglite } from './open-pglite.js';

/**
 * The embedded Postgres, in a thread of its own so that its queries never hold up the server's loop
 * (measured: 7-10 ms of lag against 350-400 ms in the main thread).
 */
const { folder, socket } = workerData as { folder: string; socket: string };
const tell = (message: DatabaseMessage): void => parentPort?.postMessage(message);

// Told at once, not thrown later: this thread may not get to that.
const database = await openPglite(folder, ({ message }) => tell({ broken: message }));
const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections: 4 });

parentPort?.on('message', () => {
  void stop();
});

async function stop(): Promise<void> {
  await server.stop();
  await database.close();
  parentPort?.close();
}

await server.start();
tell('ready');
