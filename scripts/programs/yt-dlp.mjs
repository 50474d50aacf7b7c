import { rm } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { fromRoot } from '../setup/root.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { readStamp, writeStamp } from '../setup/stamp.mjs';
import { aptCommand, aptInstall, refreshLists } from './apt.mjs';
import { findBackports, installFromBackports } from './backports.mjs';
import { brewInstall } from './brew.mjs';
import { findProgram, isThere } from './find-program.mjs';
import { YT_DLP } from './table.mjs';

const PACKAGE = fromRoot('node_modules', 'yt-dlp-exec');
const BUNDLED_FOLDER = fromRoot('node_modules', 'yt-dlp-exec', 'bin');
const FAILED_STAMP = fromRoot('node_modules', '.dipper-yt-dlp');

const FETCH_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** yt-dlp's releases of 2026 say "Only Python versions 3.10 and above are supported". */
const PYTHON_CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))';

/**
 * Makes sure there is a yt-dlp: the one named by YT_DLP_PATH, the one yt-dlp-exec fetches (the
 * newest release, tried at most once a day), one on PATH, Debian's backports, the distribution's.
 * @param {{ fetch: boolean }} options fetch: whether the newest release may be asked for
 * @returns {Promise<boolean>} whether there is one
 */
export async function ensureYtDlp({ fetch }) {
  if (process.env.YT_DLP_PATH) {
    return isThere(YT_DLP);
  }
  if ((await findProgram('yt-dlp', [BUNDLED_FOLDER]))?.startsWith(BUNDLED_FOLDER)) {
    return true;
  }
  if (fetch && (await fetchBundled())) {
    return true;
  }
  return (await isThere(YT_DLP)) || (await installPackage());
}

/** Runs the package's own install step, which .npmrc keeps npm from running (a failed one must not fail the install). */
async function fetchBundled() {
  const lastFailureMs = Number((await readStamp(FAILED_STAMP)) ?? 0);
  // The package's own switch.
  if (process.env.YOUTUBE_DL_SKIP_DOWNLOAD || Date.now() - lastFailureMs < RETRY_AFTER_MS) {
    return false;
  }
  if (!(await runQuiet('python3', ['-c', PYTHON_CHECK])).ok) {
    return false;
  }
  const fetched = await announce(
    SAY.fetchingYtDlp,
    async () => {
      await runQuiet(process.execPath, ['scripts/postinstall.js'], {
        cwd: PACKAGE,
        timeoutMs: FETCH_TIMEOUT_MS,
      });
      // It says 0 whatever happened, and keeps whatever the server sent.
      return answersWithVersion(fromRoot('node_modules', 'yt-dlp-exec', 'bin', 'yt-dlp'));
    },
    (ok) => (ok ? undefined : SAY.ytDlpNotFetched),
  );
  if (!fetched) {
    await rm(BUNDLED_FOLDER, { recursive: true, force: true });
    await writeStamp(FAILED_STAMP, String(Date.now()));
  }
  return fetched;
}

/** @param {string} path */
async function answersWithVersion(path) {
  const { ok, output } = await runQuiet(path, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS });
  return ok && /^\d{4}\.\d{2}\.\d{2}/.test(output.trim());
}

async function installPackage() {
  if (!(await aptCommand())) {
    return brewInstall(YT_DLP);
  }
  await refreshLists();
  const backports = await findBackports();
  if (backports) {
    const installed = await announce(
      SAY.backports(backports.suites[0]),
      () => installFromBackports(backports, YT_DLP.debian),
      (ok) => (ok ? undefined : SAY.backportsNotHad),
    );
    if (installed) {
      return true;
    }
  }
  await announce(
    SAY.installing(YT_DLP.name),
    () => aptInstall(YT_DLP.debian),
    ({ ok }) => (ok ? undefined : SAY.failed),
  );
  return isThere(YT_DLP);
}
