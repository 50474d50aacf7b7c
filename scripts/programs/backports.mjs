import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run.mjs';
import { apt, aptInstall, optionsOf } from './apt.mjs';
import { backportsIn } from './apt-output.mjs';

/** The main one of the two places where apt keeps its sources; the other is a folder. */
const MAIN_LIST = '/etc/apt/sources.list';
/**
 * The backports beside the archive this machine uses, as apt reads its own sources; undefined where
 * there is none (not Debian, or an offline disc). No host name of ours.
 * @returns {Promise<import('./apt-output.mjs').Backports | undefined>}
 */
export async function findBackports() {
  const fields = '$(ORIGIN) $(COMPONENT) $(CODENAME) $(RELEASE) $(REPO_URI)';
  const argv = ['indextargets', '--format', fields, 'Created-By: Packages'];
  const { output } = await runQuiet('apt-get', argv);
  return backportsIn(output);
}

/**
 * Installs packages from the backports. apt is shown them in a temporary file beside the machine's
 * own sources: nothing stays behind in /etc.
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
      // The lists of the machine's other sources stay.
      'APT::Get::List-Cleanup=0',
      // A list that is unavailable is a failure, not a warning.
      'APT::Update::Error-Mode=any',
    ]);
    const { ok } = await apt([...only, 'update']);
    const both = optionsOf([`Dir::Etc::sourcelist=${all}`]);
    return ok ? await aptInstall(packages, [...both, '-t', suite]) : { ok };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
