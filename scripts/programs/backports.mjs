import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run.mjs';
import { apt, aptInstall, optionsOf } from './apt.mjs';
import { backportsIn } from './apt-output.mjs';

/** apt's main list of sources; more are in a folder. */
const MAIN_LIST = '/etc/apt/sources.list';
/**
 * The backports in the Debian archive that this machine's apt already uses, so that we name no host;
 * undefined if there are none (not Debian, or an offline disc).
 * @returns {Promise<import('./apt-output.mjs').Backports | undefined>}
 */
export async function findBackports() {
  const fields = '$(ORIGIN) $(COMPONENT) $(CODENAME) $(RELEASE) $(REPO_URI)';
  const argv = ['indextargets', '--format', fields, 'Created-By: Packages'];
  const { output } = await runQuiet('apt-get', argv);
  return backportsIn(output);
}

/**
 * Installs packages from the backports. The source is passed to apt in a temporary file, so that /etc
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
      // Keep the lists of the machine's other sources.
      'APT::Get::List-Cleanup=0',
      // Make an unavailable list an error, not a warning.
      'APT::Update::Error-Mode=any',
    ]);
    const { ok } = await apt([...only, 'update']);
    const both = optionsOf([`Dir::Etc::sourcelist=${all}`]);
    return ok ? await aptInstall(packages, [...both, '-t', suite]) : { ok };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
