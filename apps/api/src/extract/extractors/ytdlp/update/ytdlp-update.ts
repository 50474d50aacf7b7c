import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { EgressService } from '../../../../infra/egress/egress.service.js';
import { releaseHost } from '../../../../infra/env/system-env.js';
import { ProcessError, runProcess } from '../../../../infra/process/run-process.js';
import type { SiteAccess } from '../access/site-access.js';
import type { InstalledYtdlp } from '../program/installed-ytdlp.js';
import { compareVersions } from '../program/version.js';
import { type Candidate, findsMedia, lastLine, recordedFailure } from './canaries.js';
import { fetchProgram, programIn, releaseGet } from './release.js';
import { newestRelease, publishedSum, sumOf } from './signed-release.js';

interface UpdateInput {
  readonly installed: InstalledYtdlp;
  readonly egress: Pick<EgressService, 'request'>;
  /** Used to read live links with the operator's settings for their sites. */
  readonly access: Pick<SiteAccess, 'open'>;
  /**
   * Live pages that a release must be able to read, unless the yt-dlp in use can't read them
   * either.
   */
  readonly liveLinks: readonly string[];
  /** The armored public key that verifies releases. */
  readonly releaseKey: string;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

export interface UpdateOutcome {
  /** False if a newer release was refused, or if none could be downloaded. */
  readonly ok: boolean;
  /** True if a different yt-dlp is now in use. */
  readonly hasChanged: boolean;
  /** What happened, in a sentence for the operator. */
  readonly sentence: string;
}

class UpdateRefused extends Error {}

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Looks for a newer yt-dlp, tests it on the canaries, and installs it if it passes. If the yt-dlp
 * in use comes from an update, it is tested first. If it fails and the previous one passes, the
 * previous one is used again.
 */
export async function updateYtDlp(input: UpdateInput): Promise<UpdateOutcome> {
  const { installed, signal } = input;
  if ((await installed.origin()) === 'given') {
    const sentence = 'YT_DLP_PATH names your own yt-dlp, which you have to update yourself';
    return { ok: false, hasChanged: false, sentence };
  }
  let returned: string | null = null;
  try {
    returned = await rollBack(input);
    const before = installed.find();
    const result = await installNewest(input);
    const hasChanged = returned !== null || installed.find() !== before;
    return { ok: true, hasChanged, sentence: [returned, result].filter(Boolean).join('; ') };
  } catch (error) {
    signal.throwIfAborted();
    const version = (await installed.version()) ?? 'none';
    const why = error instanceof Error ? error.message : String(error);
    const stays = `yt-dlp stays at ${version}: ${why}`;
    const sentence = [returned, stays].filter(Boolean).join('; ');
    return { ok: false, hasChanged: returned !== null, sentence };
  }
}

/** @returns what was done; null if the yt-dlp in use is kept */
async function rollBack(input: UpdateInput): Promise<string | null> {
  const { installed } = input;
  const { store } = installed;
  const path = store.current();
  if (path === null || path !== installed.find()) {
    return null;
  }
  const other = store.previous() ?? installed.find(path);
  const failure = await failureOf(path, null, input);
  if (failure === null || other === null || (await failureOf(other, null, input)) !== null) {
    return null;
  }
  await store.rollBack();
  return `the yt-dlp in use fails (${failure}), back to ${(await installed.version()) ?? other}`;
}

async function installNewest(input: UpdateInput): Promise<string> {
  const { installed } = input;
  const { store } = installed;
  const inUse = await installed.program();
  const get = releaseGet(input);
  const release = await newestRelease(get, releaseHost());
  const sum = await publishedSum(release, input.releaseKey, get);
  if (inUse !== null && sum === sumOf(await readFile(inUse.path))) {
    return `yt-dlp ${inUse.version} is the newest release`;
  }
  const folder = await store.makeStaging();
  try {
    await fetchProgram(release, { folder, sum }, get);
    const path = programIn(folder);
    const version = await versionOf(path);
    if (inUse !== null && compareVersions(version, inUse.version) <= 0) {
      return `yt-dlp ${inUse.version} is in use; the newest release is ${version}`;
    }
    const failure = await failureOf(path, inUse, input);
    if (failure !== null) {
      throw new UpdateRefused(`${version} fails ${failure}`);
    }
    await touchAfter(path, inUse?.path ?? null);
    await store.install(folder, `${version}-${sum.slice(0, 8)}`);
    return `yt-dlp was updated from ${inUse?.version ?? 'none'} to ${version}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a file newer than another, even if the clock was wrong, because InstalledYtdlp uses the
 * newest file.
 */
async function touchAfter(path: string, other: string | null): Promise<void> {
  const otherMs = other === null ? 0 : (await stat(other)).mtimeMs;
  const date = new Date(Math.max(Date.now(), otherMs + 1000));
  await utimes(path, date, date);
}

/**
 * The test that a yt-dlp fails; null if it passes all of them.
 * @param inUse the current yt-dlp; live links that it can't read don't count. If null, every link
 * counts.
 */
async function failureOf(
  path: string,
  inUse: Candidate | null,
  { installed, access, liveLinks, cacheDir, signal }: UpdateInput,
): Promise<string | null> {
  const context = {
    access,
    jsRuntime: await installed.jsRuntime(),
    cacheDir: join(cacheDir, 'yt-dlp'),
    signal,
  };
  let candidate: Candidate;
  try {
    candidate = { path, version: await versionOf(path) };
  } catch (error) {
    return (error as Error).message;
  }
  const failure = await recordedFailure(candidate, context);
  if (failure !== null) {
    return failure;
  }
  for (const link of liveLinks) {
    if (
      !(await findsMedia(candidate, context, link)) &&
      (inUse === null || (await findsMedia(inUse, context, link)))
    ) {
      return link;
    }
  }
  return null;
}

/**
 * @throws UpdateRefused with the program's error message if the program can't be run, for example
 * because it needs a newer Python
 */
async function versionOf(path: string): Promise<string> {
  try {
    const version = await runProcess(path, ['--version'], { timeoutMs: ANSWER_TIMEOUT_MS });
    if (/^\d{4}\.\d+\.\d+/.test(version)) {
      return version.trim();
    }
  } catch (error) {
    const why = error instanceof ProcessError ? lastLine(error) : String(error);
    throw new UpdateRefused(`it does not run here (${why})`, { cause: error });
  }
  throw new UpdateRefused('it does not report its version');
}
