import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { apt, aptInstall, optionsOf } from './apt.mjs';
import { backportsIn } from './apt-output.mjs';

/** apt's main list of sources. A folder next to it may contain more lists. */
const MAIN_LIST = '/etc/apt/sources.list';
/**
 * Finds the backports in the Debian archive that this machine's apt already uses, so that no host
 * name is needed here. Returns undefined if there are none, as on other distributions or with an
 * offline disc.
 * @returns {Promise<import('./apt-output.mjs').Backports | undefined>}
 */
export async function findBackports() {
  const fields = '$(ORIGIN) $(COMPONENT) $(CODENAME) $(RELEASE) $(REPO_URI)';
  const argv = ['indextargets', '--format', fields, 'Created-By: Packages'];
  const { output } = await runQuiet('apt-get', argv);
  return backportsIn(output);
}

/**
 * Installs packages from the backports. apt reads the source from a temporary file, so that /etc
 * stays unchanged.
 * @param {import('./apt-output.mjs').Backports} backports
 * @param {string[]} packages
 * @returns {Promise<{ ok: boolean }>} whether they are installed
 */
export async function installFromBackports({ suite, line }, packages) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-apt-'));
  try {
    const [ours, all] = [join(folder, 'ours.list'), join(folder, 'all.list')];
    await writeFile(ours, `${line}\n`);
    await writeFile(all, `${await readText(MAIN_LIST)}\n${line}\n`);
    const only = optionsOf([
      `Dir::Etc::sourcelist=${ours}`,
      'Dir::Etc::sourceparts=-',
      // Keeps the lists of the machine's other sources.
      'APT::Get::List-Cleanup=0',
      // Makes apt treat an unavailable list as an error, not as a warning.
      'APT::Update::Error-Mode=any',
    ]);
    const { ok } = await apt([...only, 'update']);
    const both = optionsOf([`Dir::Etc::sourcelist=${all}`]);
    return ok ? await aptInstall(packages, [...both, '-t', suite]) : { ok };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
