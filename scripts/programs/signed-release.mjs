import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SAY } from '../messages.mjs';

// The rule is the same as for updates (docs/decisions/0034). The code for updates is not built yet
// when this script runs (apps/api: extract/extractors/ytdlp/update, release.ts and
// release-signature.ts).

/** The list of releases that is used unless an operator sets another one. */
const RELEASES = 'https://api.github.com/repos/yt-dlp/yt-dlp/releases?per_page=1';
const PROGRAM = 'yt-dlp';
const SUMS = 'SHA2-256SUMS';
const SIGNATURE = `${SUMS}.sig`;

/**
 * Size limits in bytes, the same as for updates: for a program or a list of releases, and for the
 * checksums and their signature.
 */
const MAX_BYTES = { program: 32 * 1024 * 1024, sums: 64 * 1024 };

/** The reason why a release is refused, as a sentence. */
class ReleaseRefused extends Error {}

/**
 * Installs the newest release of yt-dlp. The program is written only if the release's checksums are
 * signed and list its SHA-256, and installed only if it runs here. Otherwise the existing program
 * stays.
 * @param {string} path the path of the program
 * @param {object} options
 * @param {string} [options.host] URL of GitHub's list of releases, or of the program itself with
 * the checksums and their signature beside it
 * @param {string} options.releaseKey the armored public key that signs releases
 * @param {number} options.timeoutMs for all requests together
 * @param {(path: string) => Promise<boolean>} options.runs checks whether a program runs here
 * @returns {Promise<{ ok: boolean, why?: string }>} `why` is the reason for a refusal; undefined if
 * the release could not be fetched
 */
export async function installSigned(path, { host = RELEASES, releaseKey, timeoutMs, runs }) {
  // Uses a temporary name, so that an interrupted run leaves nothing that looks like the program.
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
 * Fetches the program of the newest release and checks it.
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
 * Finds the files of the newest release. One response lists all of them, so files of a newer
 * release cannot get mixed in. If the host serves only the program, the checksums of another
 * release do not match it.
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
 * @param {Buffer} signature a detached signature in binary form
 * @throws {ReleaseRefused} unless the key made this signature over exactly these bytes
 */
async function checkSignature(armoredKey, signed, signature) {
  // Imported here because nearly every start finds an existing yt-dlp and needs no signature.
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
 * @returns {Promise<{ type: string, bytes: Buffer } | undefined>} undefined if the file does not
 * exist
 * @throws {Error} if the request fails, or if the response is cut off or larger than `maxBytes`
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
