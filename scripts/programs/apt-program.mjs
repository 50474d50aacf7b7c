import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { reasonIn } from './apt-output.mjs';
import { aptHas, aptInstall, refreshLists } from './apt.mjs';
import { absentServices, disableServices, QUIETLY } from './services.mjs';

/**
 * The packages a program comes in here.
 * @param {import('./table.mjs').Program} program
 */
export async function packagesOf({ debian, debianElse }) {
  const [name = ''] = debian;
  return debianElse && !(await aptHas(name)) ? debianElse : debian;
}

/**
 * Installs a program with apt. A service it brings is not started, now or with the machine.
 * @param {import('./table.mjs').Program} program
 * @returns {Promise<string | undefined>} why it could not be installed
 */
export async function aptInstallProgram(program) {
  const listProblem = await refreshLists();
  const packages = await packagesOf(program);
  const services = await absentServices(program.services ?? []);
  const environment = program.services ? QUIETLY : [];
  const { ok, output } = await announce(
    SAY.installing(program.name),
    () => aptInstall(packages, { environment }),
    (outcome) => (outcome.ok ? undefined : SAY.failed),
  );
  if (ok) {
    await disableServices(services);
    return undefined;
  }
  return [reasonIn(output), listProblem].filter(Boolean).join('; ');
}
