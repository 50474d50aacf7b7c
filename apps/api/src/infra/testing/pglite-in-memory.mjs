// A worker: Postgres (PGlite) in memory on a Unix socket, until it is told to end.
// Outside of Jest, whose modules cannot import at run time, which PGlite does.
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';

const server = new PGLiteSocketServer({ db: await PGlite.create(), path: workerData.socket });
await server.start();
parentPort.postMessage('ready');
