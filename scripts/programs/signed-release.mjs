import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SAY } from '../messages.mjs';

// The same rule as for updates (docs/decisions/0034), whose code (apps/api:
// extract/extractors/ytdlp/update, release.ts and release-signature.ts) is not built yet when this runs.

/** The list of releases, unless an operator names another one. */
const RELEASES = 'https://api.github.com/repos/yt-dlp/yt-dlp/releases?per_page=1';
const PROGRAM = 'yt-dlp';
const SUMS = 'SHA2-256SUMS';
const SIGNATURE = `${SUMS}.sig`;

/** Limits for a program or a list, and for checksums and their signature; the same as for updates. */
const MAX_BYTES = { program: 32 * 1024 * 1024, sums: 64 * 1024 };

/** Why a release is refused, as a sentence. */
class ReleaseRefused extends Error {}

/**
 * Installs the newest release of yt-dlp. It is written only if the release's checksums are signed and
 * list its SHA-256, and installed only if it runs; otherwise the existing one stays.
 * @param {string} path of the program
 * @param {object} options
 * @param {string} [options.host] serves GitHub's list of releases, or the program itself with the
 *   checksums and their signature beside it
 * @param {string} options.releaseKey the armored public key that signs releases
 * @param {number} options.timeoutMs for all requests together
 * @param {(path: string) => Promise<boolean>} options.runs whether a program runs here
 * @returns {Promise<{ ok: boolean, why?: string }>} why: the reason for a refusal; undefined if the
 *   release could not be fetched
 */
export async function installSigned(path, { host = RELEASES, releaseKey, timeoutMs, runs }) {
  // A temporary name, so that an interrupted run does not leave something that looks like the program.
  const staged = `${path}.fetched`;
  try {
    const bytes = await fetchSigned(host, releaseKey, AbortSignal.timeout(timeoutMs));
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
 * The program of the newest release.
 * @param {string} host
 * @param {string} releaseKey
 * @param {AbortSignal} signal
 */
async function fetchSigned(host, releaseKey, signal) {
  const { addressOf, program } = await newestRelease(host, signal);
  const signed = await get(addressOf(SUMS), MAX_BYTES.sums, signal);
  if (!signed) {
    throw new ReleaseRefused(SAY.noChecksums);
  }
  const signature = await get(addressOf(SIGNATURE), MAX_BYTES.sums, signal);
  if (!signature) {
    throw new ReleaseRefused(SAY.noSignature);
  }
  await checkSignature(releaseKey, signed.bytes, signature.bytes);
  const sum = /^([0-9a-f]{64}) [ *]yt-dlp$/m.exec(signed.bytes.toString('utf8'))?.[1];
  if (!sum) {
    throw new ReleaseRefused(SAY.noChecksum);
  }
  const bytes = program ?? (await get(addressOf(PROGRAM), MAX_BYTES.program, signal))?.bytes;
  if (!bytes) {
    throw new ReleaseRefused(SAY.noProgram);
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sum) {
    throw new ReleaseRefused(SAY.wrongChecksum);
  }
  return bytes;
}

/**
 * One answer lists every file of a release, so that a newer release cannot mix in. If the host has only
 * the program, checksums of another release do not match it.
 * @param {string} host
 * @param {AbortSignal} signal
 * @returns {Promise<{ addressOf: (name: string) => string | undefined, program?: Buffer }>}
 */
async function newestRelease(host, signal) {
  const answer = await get(host, MAX_BYTES.program, signal);
  if (answer && !answer.type.includes('json')) {
    return { addressOf: (name) => new URL(name, host).href, program: answer.bytes };
  }
  try {
    const [{ assets }] = JSON.parse(String(answer?.bytes));
    const addresses = new Map(
      assets.map((/** @type {any} */ { name, browser_download_url: url }) => [name, url]),
    );
    return { addressOf: (name) => addresses.get(name) };
  } catch {
    throw new ReleaseRefused(SAY.noReleases);
  }
}

/**
 * @param {string} armoredKey
 * @param {Buffer} signed
 * @param {Buffer} signature detached, in binary
 * @throws {ReleaseRefused} unless the signature over exactly these bytes is by the key
 */
async function checkSignature(armoredKey, signed, signature) {
  // Loaded here, because nearly every start already has a yt-dlp.
  const { createMessage, readKey, readSignature, verify } = await import('openpgp');
  try {
    await verify({
      message: await createMessage({ binary: signed }),
      signature: await readSignature({ binarySignature: signature }),
      verificationKeys: await readKey({ armoredKey }),
      expectSigned: true,
      format: 'binary',
    });
  } catch (error) {
    throw new ReleaseRefused(SAY.wrongSignature, { cause: error });
  }
}

/**
 * @param {string | undefined} url
 * @param {number} maxBytes
 * @param {AbortSignal} signal
 * @returns {Promise<{ type: string, bytes: Buffer } | undefined>} undefined if there is no such file
 * @throws {Error} if the answer fails, is cut off or is larger
 */
async function get(url, maxBytes, signal) {
  const answer = url ? await fetch(url, { signal }) : undefined;
  if (!answer?.ok || !answer.body) {
    await answer?.body?.cancel();
    if (answer && answer.status !== 404) {
      throw new Error(`HTTP ${answer.status}`);
    }
    return undefined;
  }
  const pieces = [];
  let size = 0;
  for await (const piece of answer.body) {
    size += piece.length;
    if (size > maxBytes) {
      throw new Error(`more than ${maxBytes} bytes`);
    }
    pieces.push(piece);
  }
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.concat(pieces) };
}
