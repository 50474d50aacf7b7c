import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  newestRelease,
  programOf,
  publishedSum,
  ReleaseRefused,
} from '../../apps/api/src/extract/extractors/ytdlp/update/signed-release.js';
import { SAY } from '../messages.mjs';

/**
 * Installs the newest release of yt-dlp. The program is written only if the release's checksums are
 * signed and list its SHA-256, and installed only if it runs here. Otherwise the existing program
 * stays.
 * @param {string} path the path of the program
 * @param {object} options
 * @param {string} [options.host] URL of GitHub's list of releases, or of the program itself with
 * the checksums and their signature next to it
 * @param {string} options.releaseKey the armored public key that signs releases
 * @param {number} options.timeoutMs the timeout for all requests together
 * @param {(path: string) => Promise<boolean>} options.runs checks whether a program runs here
 * @returns {Promise<{ ok: boolean, why?: string }>} `why` is the reason for a refusal; undefined if
 * the release could not be fetched
 */
export async function installSigned(path, { host, releaseKey, timeoutMs, runs }) {
  // Uses a temporary name, so that an interrupted run leaves nothing that looks like the program.
  const staged = `${path}.fetched`;
  try {
    const get = getWithin(timeoutMs);
    const release = await newestRelease(get, host);
    const sum = await publishedSum(release, releaseKey, get);
    const bytes = await programOf(release, sum, get);
    await mkdir(dirname(path), { recursive: true });
    await rm(staged, { force: true });
    await writeFile(staged, bytes, { mode: 0o755 });
    if (!(await runs(staged))) {
      throw new ReleaseRefused(SAY.doesNotRun);
    }
    await rename(staged, path);
    return { ok: true };
  } catch (error) {
    return error instanceof ReleaseRefused ? { ok: false, why: error.message } : { ok: false };
  } finally {
    await rm(staged, { force: true });
  }
}

/**
 * @param {number} timeoutMs for all requests together
 * @returns {import('../../apps/api/src/extract/extractors/ytdlp/update/signed-release.js').Get}
 */
function getWithin(timeoutMs) {
  const signal = AbortSignal.timeout(timeoutMs);
  return async (url, maxBytes) => {
    const { status, headers, body } = await fetch(url, { signal });
    const pieces = [];
    let size = 0;
    for await (const piece of body ?? []) {
      size += piece.length;
      if (size > maxBytes) {
        throw new Error(`more than ${maxBytes} bytes`);
      }
      pieces.push(piece);
    }
    return { status, type: headers.get('content-type') ?? '', bytes: Buffer.concat(pieces) };
  };
}
