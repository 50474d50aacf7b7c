import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { fromRoot, ROOT } from '../setup/repository.mjs';

/**
 * @typedef {object} BenchOrigin
 * @property {string} url
 * @property {number} seconds length of its big streams
 * @property {() => Promise<number>} sent bytes of bodies that it has sent so far
 * @property {() => Promise<void>} stop
 */

/**
 * The media origin of the tests in a process of its own, so that its work is not counted as ours.
 * `/dash/big.mpd` has two big streams.
 * @param {number | null} bigBytes size of the two together; null where nobody asks for them
 * @param {readonly string[]} [folders] whose files stand before the set of media
 * @returns {Promise<BenchOrigin>}
 */
export async function startOrigin(bigBytes, folders = []) {
  const options = { ...(bigBytes !== null && { bigBytes }), folders };
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url, seconds }] = /** @type {[{ url: string, seconds: number }]} */ (
    await once(child, 'message')
  );
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const sent = async () => {
    child.send('sent');
    const [bytes] = /** @type {[number]} */ (await once(child, 'message'));
    return bytes;
  };
  return { url, seconds, sent, stop };
}

/** In the process of its own. */
if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {typeof runnerImport<typeof import('../../test/origin/media-origin.js')>} */
  const load = runnerImport;
  const { module } = await load(fromRoot('test/origin/media-origin.ts'), { configFile: false });
  const { url, seconds, requests } = await module.startOrigin(JSON.parse(process.argv[2] ?? '{}'));
  process.send({ url, seconds });
  process.on('message', () => {
    process.send?.(requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0));
  });
}
