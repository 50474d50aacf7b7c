import { runnerImport } from 'vite';
import { fromRoot } from '../../setup/repository.mjs';

/** Starts and closes media origins of the tests, and reports how many body bytes one has sent. */
/** @type {typeof runnerImport<typeof import('../../../test/origin/media-origin.js')>} */
const load = runnerImport;
const { module } = await load(fromRoot('test/origin/media-origin.ts'), { configFile: false });
/** @type {import('../../../test/origin/media-origin.js').Origin[]} */
const origins = [];

/**
 * @param {{ start?: import('../../../test/origin/media-origin.js').OriginOptions, sent?: number, close?: number }} question
 */
async function answer({ start, sent, close }) {
  if (start !== undefined) {
    const origin = await module.startOrigin(start);
    return { url: origin.url, id: origins.push(origin) - 1 };
  }
  await origins[close ?? -1]?.close();
  const { requests = [] } = origins[sent ?? -1] ?? {};
  return requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
}

process.on('message', (question) => {
  void answer(/** @type {object} */ (question)).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.({});
