import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { fromRoot, readText } from './repository.mjs';
import { npm, runQuiet } from './run-quiet.mjs';
import { announce, Fatal } from './terminal.mjs';

/**
 * The file with the hash of the built sources. It is among the build results, so that anything that
 * rebuilds them (`npm run dev`, `build:api`) removes it.
 */
const STAMP = fromRoot('apps', 'api', 'dist', '.dipper-build');
const PACKAGES = [
  'libs/media',
  'libs/contract',
  'libs/client',
  'libs/site',
  'apps/api',
  'apps/web',
  'apps/cli',
];
/** The TypeScript projects of the libraries. Their tsconfig.json, without `build`, emits nothing. */
export const LIBRARIES = ['media', 'contract', 'client', 'site'].map(
  (name) => `libs/${name}/tsconfig.build.json`,
);
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/setup/bundle.mjs',
];
const NOT_SOURCES = /^(?:node_modules|dist|coverage|testing)$|\.(?:spec\.tsx?|tsbuildinfo)$/;

/**
 * Some of the files of a finished build. They are checked because somebody may have deleted them.
 */
const RESULTS = [
  'libs/media/dist/index.js',
  'libs/contract/dist/index.js',
  'libs/site/dist/index.js',
  'apps/api/dist/bundle/main.js',
  'apps/web/dist/client/.vite/manifest.json',
  'apps/web/dist/server/entry-server.js',
  'apps/cli/dist/main.js',
];

/**
 * Builds everything, unless the sources have not changed since the last build.
 * @throws {Fatal} with the compilers' output
 */
export async function ensureBuilt() {
  const hash = await sourceHash();
  const isComplete = RESULTS.every((path) => existsSync(fromRoot(path)));
  if (isComplete && (await readText(STAMP)) === hash) {
    return;
  }
  await build(buildAnew);
  await writeFile(STAMP, hash);
}

/**
 * Compiles the changed ones of these TypeScript projects.
 * @param {string[]} projects
 * @throws {Fatal} with the compiler's output
 */
export async function compile(...projects) {
  await build(() => runQuiet(process.execPath, compilerArgv(projects)));
}

/**
 * Returns the arguments of the compiler for these projects.
 * @param {string[]} projects
 */
export const compilerArgv = (projects) => ['node_modules/typescript-7/bin/tsc', '-b', ...projects];

/** @param {() => Promise<import('./run-quiet.mjs').Outcome>} work */
async function build(work) {
  const { ok, output } = await announce(SAY.building, work);
  if (!ok) {
    throw new Fatal(output);
  }
}

/**
 * Removes the compilers' output and build records, so that nothing is left of deleted sources, and
 * so that the stamp is not attributed to a later build.
 */
export async function removeCompiled() {
  const old = PACKAGES.filter((path) => path !== 'apps/web').map((path) => fromRoot(path, 'dist'));
  await Promise.all(old.map((path) => rm(path, { recursive: true, force: true })));
}

/** Removes the output of earlier or interrupted builds, then builds. */
async function buildAnew() {
  await removeCompiled();
  return npm(['run', 'build'], { NODE_ENV: 'production' });
}

async function sourceHash() {
  const paths = [...(await Promise.all(PACKAGES.map(filesBelow))).flat(), ...FILES].sort();
  const contents = await Promise.all(paths.map((path) => readFile(fromRoot(path))));
  const hash = createHash('sha256');
  paths.forEach((path, i) =>
    hash
      .update(`${path}\0`)
      .update(contents[i] ?? '')
      .update('\0'),
  );
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesBelow(folder) {
  const entries = await readdir(fromRoot(folder), { withFileTypes: true });
  const sources = entries.filter(({ name }) => !NOT_SOURCES.test(name));
  const found = sources.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? await filesBelow(path) : [path];
  });
  return (await Promise.all(found)).flat();
}
