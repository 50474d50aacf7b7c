import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { fromRoot, readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run.mjs';
import { announce } from '../setup/terminal.mjs';
import { aptRights, refreshLists } from './apt.mjs';
import { findBackports, installFromBackports } from './backports.mjs';
import { findProgram, isExecutable, isThere, lacksPython } from './find-program.mjs';
import { installProgram, missingSentence } from './install-program.mjs';
import { PYTHON, YT_DLP } from './table.mjs';

const PACKAGE = fromRoot('node_modules', 'yt-dlp-exec');
const BUNDLED_FOLDER = fromRoot('node_modules', 'yt-dlp-exec', 'bin');
/** Where it is fetched to: a fetch that was broken off must not be taken for one. */
const FETCHED_FOLDER = fromRoot('node_modules', 'yt-dlp-exec', '.fetched');
const FAILED_STAMP = fromRoot('node_modules', '.dipper-yt-dlp');

const FETCH_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** yt-dlp's releases of 2026 say "Only Python versions 3.10 and above are supported". */
const PYTHON_CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))';

/**
 * Makes sure there is a yt-dlp, with the Python it may need: the one named by YT_DLP_PATH, the one
 * of an update, the one yt-dlp-exec fetches (the newest release, tried at most once a day), one on
 * PATH, Debian's backports, the distribution's.
 * @param {{ fetch: boolean }} options fetch: whether the newest release may be asked for
 * @returns {Promise<string[]>} sentences about what is missing nevertheless
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

/** The yt-dlp that the server will take (apps/api: ProgramsService). */
async function inUse() {
  const given = process.env.YT_DLP_PATH;
  if (given) {
    return (await isExecutable(given)) ? given : undefined;
  }
  return (await fetched()) ?? (await findProgram('yt-dlp'));
}

/** One that an update has put into DATA_DIR (`npm ci` does not empty that), or the bundled one. */
async function fetched() {
  const updated = join(process.env.DATA_DIR || fromRoot('data'), 'programs/yt-dlp/current/yt-dlp');
  return (await isExecutable(updated)) ? updated : await bundled();
}

async function bundled() {
  const path = `${BUNDLED_FOLDER}/yt-dlp`;
  return (await isExecutable(path)) ? path : undefined;
}

/** Runs the package's own install step, which .npmrc keeps npm from running (a failed one must not fail the install). */
async function fetchBundled() {
  const failedMs = Number(await readText(FAILED_STAMP));
  // The package's own switch.
  if (process.env.YOUTUBE_DL_SKIP_DOWNLOAD || Date.now() - failedMs < RETRY_AFTER_MS) {
    return;
  }
  if (!(await isThere(PYTHON))) {
    await installProgram(PYTHON);
  }
  if (!(await runQuiet('python3', ['-c', PYTHON_CHECK])).ok) {
    return;
  }
  const { ok } = await announce(SAY.fetchingYtDlp, fetchWhole, SAY.ytDlpNotFetched);
  if (!ok) {
    await writeFile(FAILED_STAMP, String(Date.now()));
  }
}

/** @returns {Promise<{ ok: boolean }>} whether it was fetched and runs */
async function fetchWhole() {
  try {
    await rm(FETCHED_FOLDER, { recursive: true, force: true });
    await runQuiet(process.execPath, ['scripts/postinstall.js'], {
      cwd: PACKAGE,
      env: { YOUTUBE_DL_DIR: FETCHED_FOLDER },
      timeout: FETCH_TIMEOUT_MS,
    });
    // It says 0 whatever happened, and keeps whatever the server sent.
    const answer = await runQuiet(`${FETCHED_FOLDER}/yt-dlp`, ['--version'], {
      timeout: ANSWER_TIMEOUT_MS,
    });
    const ok = answer.ok && /^\d{4}\.\d{2}\.\d{2}/.test(answer.output);
    if (ok) {
      await rm(BUNDLED_FOLDER, { recursive: true, force: true });
      await rename(FETCHED_FOLDER, BUNDLED_FOLDER);
    }
    return { ok };
  } finally {
    await rm(FETCHED_FOLDER, { recursive: true, force: true });
  }
}

/** @returns {Promise<string | undefined>} why there is none */
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
