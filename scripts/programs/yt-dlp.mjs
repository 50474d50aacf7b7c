import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { fromRoot, readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { announce } from '../setup/terminal.mjs';
import { aptRights, refreshLists } from './apt.mjs';
import { findBackports, installFromBackports } from './backports.mjs';
import { findProgram, isExecutable, isThere, lacksPython } from './find-program.mjs';
import { installProgram, missingSentence } from './install-program.mjs';
import { installSigned } from './signed-release.mjs';
import { PYTHON, YT_DLP } from './table.mjs';

/** The path where yt-dlp-exec, and therefore the server, expects the bundled yt-dlp. */
const BUNDLED = fromRoot('node_modules', 'yt-dlp-exec', 'bin', 'yt-dlp');
/** The key that signs yt-dlp's releases. A release that we fetch must be signed with this key. */
const RELEASE_KEY = fromRoot('apps', 'api', 'bin', 'yt-dlp-release.key');
const FAILED_STAMP = fromRoot('node_modules', '.dipper-yt-dlp');

const FETCH_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** yt-dlp's releases of 2026 say that "Only Python versions 3.10 and above are supported". */
const PYTHON_CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))';

/**
 * Ensures that there is a yt-dlp, and the Python that it may need. Uses the first of these: the
 * file at YT_DLP_PATH, the last update, the newest release (only if it is signed; tried at most
 * once a day), a yt-dlp on PATH, the package in Debian's backports, the distribution's package.
 * @param {{ fetch: boolean }} options fetch: whether to fetch the newest release
 * @returns {Promise<string[]>} messages about what is still missing
 */
export async function ensureYtDlp({ fetch }) {
  if (fetch && !process.env.YT_DLP_PATH && !(await fetched())) {
    await fetchBundled();
  }
  const whyNot = (await inUse()) ? undefined : await installPackage();
  const path = await inUse();
  if (!path) {
    return [await missingSentence(YT_DLP, whyNot)];
  }
  if (!(await lacksPython(path))) {
    return [];
  }
  const why = await installProgram(PYTHON);
  return (await lacksPython(path)) ? [await missingSentence(PYTHON, why)] : [];
}

/** Returns the path of the yt-dlp that the server will use (apps/api: ProgramsService). */
async function inUse() {
  const given = process.env.YT_DLP_PATH;
  if (given) {
    return (await isExecutable(given)) ? given : undefined;
  }
  return (await fetched()) ?? (await findProgram('yt-dlp'));
}

/**
 * Returns the yt-dlp that an update has put into DATA_DIR, which `npm ci` does not touch, or the
 * bundled one.
 */
async function fetched() {
  const updated = join(process.env.DATA_DIR || fromRoot('data'), 'programs/yt-dlp/current/yt-dlp');
  return (await isExecutable(updated)) ? updated : await bundled();
}

async function bundled() {
  return (await isExecutable(BUNDLED)) ? BUNDLED : undefined;
}

/**
 * Replaces yt-dlp-exec's install script, which does not verify what it fetches (.npmrc disables the
 * script).
 */
async function fetchBundled() {
  const failedMs = Number(await readText(FAILED_STAMP));
  if (packageSetting('YOUTUBE_DL_SKIP_DOWNLOAD') || Date.now() - failedMs < RETRY_AFTER_MS) {
    return;
  }
  if (!(await isThere(PYTHON))) {
    await installProgram(PYTHON);
  }
  if (!(await runQuiet('python3', ['-c', PYTHON_CHECK])).ok) {
    return;
  }
  const { ok } = await announce(SAY.fetchingYtDlp, installNewest, ({ why }) =>
    SAY.ytDlpNotFetched(why),
  );
  if (!ok) {
    await writeFile(FAILED_STAMP, String(Date.now()));
  }
}

async function installNewest() {
  return installSigned(BUNDLED, {
    host: packageSetting('YOUTUBE_DL_HOST'),
    releaseKey: await readText(RELEASE_KEY),
    timeoutMs: FETCH_TIMEOUT_MS,
    runs: async (path) => {
      const answer = await runQuiet(path, ['--version'], { timeout: ANSWER_TIMEOUT_MS });
      return answer.ok && /^\d{4}\.\d{2}\.\d{2}/.test(answer.output);
    },
  });
}

/**
 * Reads a setting of yt-dlp-exec from where that package reads it: the environment, or npm's
 * settings.
 * @param {string} name
 */
function packageSetting(name) {
  return process.env[name] || process.env[`npm_config_${name.toLowerCase()}`] || undefined;
}

/** Installs a yt-dlp package. @returns {Promise<string | undefined>} why that was not possible */
async function installPackage() {
  if (!process.env.YT_DLP_PATH && (await aptRights())) {
    await refreshLists();
    const backports = await findBackports();
    if (backports) {
      const install = () => installFromBackports(backports, YT_DLP.debian);
      const { ok } = await announce(SAY.backports(backports.suite), install, SAY.noBackports);
      if (ok) {
        return undefined;
      }
    }
  }
  return installProgram(YT_DLP);
}
