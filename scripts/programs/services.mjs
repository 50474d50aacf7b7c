import { access } from 'node:fs/promises';
import { runAsRoot } from './apt.mjs';

/**
 * Keeps a package's scripts from starting its service, without a file that could stay behind:
 * systemctl talks to nobody, and invoke-rc.d takes the machine for one in single-user mode.
 */
export const QUIETLY = ['SYSTEMD_OFFLINE=1', 'RUNLEVEL=1'];

/** Where the unit of a service that is installed lies (its script may outlive the package). */
const UNITS = ['/lib/systemd/system', '/etc/systemd/system'];

/**
 * Those services that this machine does not have: what it has already is its owner's to run.
 * @param {string[]} names
 */
export async function absentServices(names) {
  const there = await Promise.all(
    names.map(async (name) => {
      const found = await Promise.allSettled(
        UNITS.map((folder) => access(`${folder}/${name}.service`)),
      );
      return found.some(({ status }) => status === 'fulfilled');
    }),
  );
  return names.filter((_, i) => !there[i]);
}

/**
 * Keeps services from starting with the machine: the tests want their programs only.
 * @param {string[]} names
 */
export async function disableServices(names) {
  for (const name of names) {
    // Both: one knows the scripts of System V, the other what has no such script any more.
    await runAsRoot(['update-rc.d', name, 'disable']);
    await runAsRoot(['systemctl', '--quiet', 'disable', `${name}.service`]);
  }
}
