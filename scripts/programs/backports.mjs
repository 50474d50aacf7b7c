import { copyFile, mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apt, aptInstall } from './apt.mjs';
import {
  backportsOf,
  codenameOf,
  parseDeb822,
  parseOneLine,
  renderDeb822,
} from './apt-sources.mjs';

const MAIN_LIST = '/etc/apt/sources.list';
const PARTS = '/etc/apt/sources.list.d';

/**
 * The backports of the machine's own archive, as its apt sources name it; undefined where there is
 * none (not Debian's way of naming, or no source we understand).
 */
export async function findBackports() {
  const files = await sourceFiles();
  const codename = codenameOf(await readText('/etc/os-release'));
  const texts = await Promise.all(
    files.map(async (path) => ({ path, text: await readText(path) })),
  );
  const sources = texts.flatMap(({ path, text }) =>
    path.endsWith('.sources') ? parseDeb822(text) : parseOneLine(text),
  );
  return codename ? backportsOf(sources, codename) : undefined;
}

/**
 * Installs packages from the backports. apt is shown them in a temporary folder beside copies of
 * the machine's own sources: nothing stays behind in /etc.
 * @param {import('./apt-sources.mjs').AptSource} backports
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed
 */
export async function installFromBackports(backports, packages) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-apt-'));
  try {
    const ours = join(folder, 'backports.sources');
    await writeFile(ours, renderDeb822(backports));
    if (!(await updateOnly(ours)).ok) {
      return false;
    }
    const parts = await allSources(folder, ours);
    const target = ['-t', backports.suites[0] ?? ''];
    const both = ['-o', 'Dir::Etc::sourcelist=/dev/null', '-o', `Dir::Etc::sourceparts=${parts}`];
    return (await aptInstall(packages, { options: [...both, ...target] })).ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function updateOnly(file) {
  const options = [
    `Dir::Etc::sourcelist=${file}`,
    'Dir::Etc::sourceparts=-',
    // The lists of the machine's other sources stay.
    'APT::Get::List-Cleanup=0',
    // A list that cannot be had is a failure, not a warning.
    'APT::Update::Error-Mode=any',
  ];
  return apt([...options.flatMap((option) => ['-o', option]), 'update']);
}

/**
 * @param {string} folder
 * @param {string} ours
 */
async function allSources(folder, ours) {
  const parts = join(folder, 'parts');
  await mkdir(parts);
  const files = await sourceFiles();
  const copies = files.map((path, i) => {
    const extension = path.endsWith('.sources') ? 'sources' : 'list';
    return copyFile(path, join(parts, `machine-${i}.${extension}`));
  });
  await Promise.all([...copies, copyFile(ours, join(parts, 'dipper-backports.sources'))]);
  return parts;
}

async function sourceFiles() {
  const parts = await readdir(PARTS).catch(() => []);
  const named = parts.filter((name) => /\.(list|sources)$/.test(name)).sort();
  const main = (await readText(MAIN_LIST)) ? [MAIN_LIST] : [];
  return [...main, ...named.map((name) => join(PARTS, name))];
}

/** @param {string} path */
function readText(path) {
  return readFile(path, 'utf8').catch(() => '');
}
