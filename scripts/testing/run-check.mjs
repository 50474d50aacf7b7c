import { readFile } from 'node:fs/promises';
import { npmCommand, npmEnvironment } from '../setup/npm.mjs';
import { fromRoot } from '../setup/root.mjs';
import { SAY } from '../messages.mjs';
import { runShown } from '../setup/run-shown.mjs';

const TIMEOUT_MS = 10 * 60_000;

/**
 * The parts of `npm run check` one by one, so that a wrong format does not hide a wrong type.
 * @returns {Promise<string[]>} names of the scripts, in the order package.json gives
 */
export async function checkParts() {
  const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  return [...scripts.check.matchAll(/npm run ([\w:.-]+)/g)].map(([, name]) => name);
}

/**
 * Runs one part, output shown. It counts only when it fails: it is not a test that passed.
 * @param {string} name
 * @returns {Promise<import('./jest-report.mjs').Count>}
 */
export async function runCheck(name) {
  const [command, argv] = npmCommand(['run', '--silent', name]);
  const code = await runShown(command, argv, {
    name,
    env: npmEnvironment(),
    timeoutMs: TIMEOUT_MS,
  });
  const failed = code !== 0;
  return { name, passed: 0, failed: Number(failed), named: failed ? [SAY.failedItem(name)] : [] };
}
