// A worker that runs Postgres (PGlite) in memory on a Unix socket until it receives a message to
// end. It runs outside Jest, because PGlite imports modules at run time, which modules in Jest
// can't do.
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parentPort, workerData } from 'node:worker_threads';

const server = new PGLiteSocketServer({ db: await PGlite.create(), path: workerData.socket });
await server.start();
parentPort.postMessage('ready');
