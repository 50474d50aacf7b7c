import { runnerImport } from 'vite';
import { fromRoot } from '../../setup/repository.mjs';

/** The media origin of the tests; answers each message with the bytes of bodies sent so far. */
/** @type {typeof runnerImport<typeof import('../../../test/origin/media-origin.js')>} */
const load = runnerImport;
const { module } = await load(fromRoot('test/origin/media-origin.ts'), { configFile: false });
const { url, requests } = await module.startOrigin(JSON.parse(process.argv[2] ?? '{}'));
process.send?.({ url });
process.on('message', () => {
  process.send?.(requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0));
});
process.on('disconnect', () => process.exit());
