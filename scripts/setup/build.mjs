import { access, rm } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { announce } from './announce.mjs';
import { Fatal } from './fatal.mjs';
import { npm } from './npm.mjs';
import { ROOT, fromRoot } from './root.mjs';
import { sourceHash } from './source-hash.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/** Among the results: whatever builds them anew (`npm run dev`) takes it away with them. */
const STAMP = fromRoot('apps', 'api', 'dist', '.dipper-build');
const FOLDERS = ['apps', 'libs'];
const FILES = ['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.base.json'];

/** What a finished build leaves; somebody may have deleted it although the sources are the same. */
const RESULTS = [
  'libs/media/dist/index.js',
  'libs/contract/dist/index.js',
  'apps/api/dist/main.js',
  'apps/web/dist/client/.vite/manifest.json',
  'apps/web/dist/server/entry-server.js',
];

/** The compiler's records of what it wrote lie there too: it would not write again what is lost. */
const FOLDERS_OF_RESULTS = ['libs/media/dist', 'libs/contract/dist', 'apps/api/dist'];

/**
 * Builds everything unless the last build was made of the same sources.
 * @throws {Fatal} with the compilers' output
 */
export async function ensureBuilt() {
  const hash = await sourceHash(ROOT, FOLDERS, FILES);
  if ((await readStamp(STAMP)) === hash && (await allThere())) {
    return;
  }
  const outcome = await announce(SAY.building, buildAnew, ({ ok }) =>
    ok ? undefined : SAY.failed,
  );
  if (!outcome.ok) {
    throw new Fatal(outcome.output);
  }
  await writeStamp(STAMP, hash);
}

/** What an earlier build left, or one that was broken off, has no part in it. */
async function buildAnew() {
  await Promise.all(
    FOLDERS_OF_RESULTS.map((path) => rm(fromRoot(path), { recursive: true, force: true })),
  );
  return npm(['run', 'build'], { NODE_ENV: 'production' });
}

async function allThere() {
  try {
    await Promise.all(RESULTS.map((path) => access(fromRoot(path))));
    return true;
  } catch {
    return false;
  }
}
