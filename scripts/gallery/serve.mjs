import { createServer } from 'vite';
import { fromRoot } from '../setup/repository.mjs';
import { ensureSamples } from './media.mjs';

/** @typedef {{ readonly name: string, readonly moves: boolean }} Listed `moves`: shows a moment of an animation */

/**
 * @typedef {object} Gallery
 * @property {string} url the gallery's URL, without a trailing slash
 * @property {() => Promise<readonly Listed[]>} states reads the list of all states
 * @property {() => Promise<void>} close
 */

/**
 * Serves the gallery on this machine only. @param {number} port the port to listen on; 0 for any
 * free port
 * @returns {Promise<Gallery>}
 */
export async function serveGallery(port) {
  await ensureSamples();
  const server = await createServer({
    configFile: fromRoot('apps/web/gallery/vite.config.ts'),
    server: { host: '127.0.0.1', port },
    logLevel: 'warn',
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) {
    throw new Error('The gallery has no port');
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    states: async () => {
      const { GROUPS } = await server.ssrLoadModule('/states.ts');
      const groups =
        /** @type {readonly { states: readonly { name: string, heldAt?: number }[] }[]} */ (GROUPS);
      return groups.flatMap(({ states }) =>
        states.map(({ name, heldAt }) => ({ name, moves: heldAt !== undefined })),
      );
    },
    close: () => server.close(),
  };
}
