import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { announce } from './announce.mjs';
import { Fatal } from './fatal.mjs';
import { lockMatches } from './lock-match.mjs';
import { npm } from './npm.mjs';
import { fromRoot } from './root.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const STAMP = fromRoot('node_modules', '.dipper-stamp');

/**
 * Installs what package-lock.json names, unless it is there: known by our stamp, or (after
 * somebody's own `npm install`) by npm's record of the installed tree.
 * @throws {Fatal} with npm's output
 */
export async function ensureDependencies() {
  const lock = await readFile(fromRoot('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if ((await readStamp(STAMP)) === hash) {
    return;
  }
  if (!(await installedMatches(lock))) {
    // The build needs the development packages, also where NODE_ENV=production is set.
    const outcome = await announce(
      SAY.installingDependencies,
      () => npm(['ci', '--include=dev', '--no-audit', '--no-fund']),
      ({ ok }) => (ok ? undefined : SAY.failed),
    );
    if (!outcome.ok) {
      throw new Fatal(outcome.output);
    }
  }
  await writeStamp(STAMP, hash);
}

/** @param {string} lock */
async function installedMatches(lock) {
  try {
    const hidden = await readFile(fromRoot('node_modules', '.package-lock.json'), 'utf8');
    return lockMatches(JSON.parse(lock), JSON.parse(hidden));
  } catch {
    return false;
  }
}
