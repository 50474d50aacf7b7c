import { createServer } from 'node:net';

/** Somebody else may take a port between our looking and our listening; hardly so often. */
const TRIES = 5;

/**
 * Starts something on a TCP port of 127.0.0.1 that nobody listens on, on another one when that was
 * taken meanwhile.
 * @template T
 * @param {(port: number) => Promise<T>} start rejects with what the program printed
 * @returns {Promise<T>}
 */
export async function onFreePort(start) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      return await start(port);
    } catch (error) {
      if (tries === TRIES || !/Address already in use/i.test(String(error))) {
        throw error;
      }
    }
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
