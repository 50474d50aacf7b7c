import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseMessage, openPglite } from './open-pglite.js';

/**
 * The embedded Postgres. It runs in its own thread, so that its queries never block the server's
 * event loop (measured: a lag of 7-10 ms, compared with 350-400 ms in the main thread).
 */
const { folder, socket } = workerData as { folder: string; socket: string };
const tell = (message: DatabaseMessage): void => parentPort?.postMessage(message);

// Send the error immediately instead of throwing it, because this thread may never get to throw it.
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
