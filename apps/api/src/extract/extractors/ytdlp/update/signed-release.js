import { createHash } from 'node:crypto';

/**
 * The rule for fetching yt-dlp (docs/decisions/0034), for updates and for the first install. It is
 * in JavaScript because the install script runs it before the server is built
 * (scripts/programs/signed-release.mjs).
 *
 * @typedef {object} Reply
 * @property {number} status
 * @property {string} type the content type
 * @property {Buffer} bytes
 *
 * @typedef {(url: string, maxBytes: number) => Promise<Reply>} Get Fails if the reply is cut off or
 * larger than `maxBytes`.
 *
 * @typedef {object} Release
 * @property {string} program a URL
 * @property {Buffer | null} bytes the program, if the host has already sent it
 * @property {string | null} sums the URL of the checksums
 * @property {string | null} signature the URL of their signature
 */

/** Where to look up the newest release. GitHub's API refuses requests without a user agent. */
const RELEASES = 'https://api.github.com/repos/yt-dlp/yt-dlp/releases?per_page=1';
const PROGRAM = 'yt-dlp';
const SUMS = 'SHA2-256SUMS';
const SIGNATURE = `${SUMS}.sig`;

/**
 * Maximum sizes in bytes. The zipapp takes a tenth of `program`, the checksums 2 kB, and their
 * signature half a kB.
 */
const MAX_BYTES = { program: 32 * 1024 * 1024, sums: 64 * 1024 };

/**
 * Thrown if a release is refused, but not if it can't be fetched at the moment. The message gives
 * the operator the reason.
 */
export class ReleaseRefused extends Error {}

/**
 * Looks up the newest release. A host replies either with GitHub's list of releases or with the
 * program itself; in the second case, the URLs of the checksums and their signature are derived
 * from the program's URL. If they belong to another release, the checksum does not match.
 * @param {Get} get
 * @param {string} [host]
 * @returns {Promise<Release>}
 * @throws {ReleaseRefused} if the list can't be read; the errors of `get`
 */
export async function newestRelease(get, host = RELEASES) {
  const { status, type, bytes } = await get(host, MAX_BYTES.program);
  if (status !== 200) {
    throw new Error(`HTTP ${status} from ${new URL(host).host}`);
  }
  if (!type.includes('json')) {
    const beside = (/** @type {string} */ name) => new URL(name, host).href;
    return { program: host, bytes, sums: beside(SUMS), signature: beside(SIGNATURE) };
  }
  const assets = assetsIn(bytes.toString('utf8'));
  const program = assets.get(PROGRAM);
  if (program === undefined) {
    throw new ReleaseRefused('the list of releases cannot be read');
  }
  return {
    ...{ program, bytes: null },
    ...{ sums: assets.get(SUMS) ?? null, signature: assets.get(SIGNATURE) ?? null },
  };
}

/**
 * The published SHA-256 of the program in hexadecimal, after its signature has been checked.
 * @param {Release} release
 * @param {string} releaseKey the armored public key that signs releases
 * @param {Get} get
 * @returns {Promise<string>}
 * @throws {ReleaseRefused} if a checksum or its signature is missing or wrong; the errors of `get`
 */
export async function publishedSum({ sums, signature }, releaseKey, get) {
  const signed = await published(sums, 'checksum', get);
  const proof = await published(signature, 'signature', get);
  await checkSignature(releaseKey, { signed, signature: proof }).catch((error) => {
    throw new ReleaseRefused(`its signature is not valid (${error.message})`, { cause: error });
  });
  const line = /^([0-9a-f]{64}) [ *]yt-dlp$/m.exec(signed.toString('utf8'));
  if (line?.[1] === undefined) {
    throw new ReleaseRefused('it publishes no checksum for yt-dlp');
  }
  return line[1];
}

/**
 * Fetches the program of a release.
 * @param {Release} release
 * @param {string} sum the checksum from `publishedSum`
 * @param {Get} get
 * @returns {Promise<Buffer>}
 * @throws {ReleaseRefused} if the checksum differs; the errors of `get`
 */
export async function programOf({ program, bytes }, sum, get) {
  const reply = bytes === null ? await get(program, MAX_BYTES.program) : { status: 200, bytes };
  if (reply.status !== 200) {
    throw new Error(`HTTP ${reply.status} for the newest release`);
  }
  if (sumOf(reply.bytes) !== sum) {
    throw new ReleaseRefused('the downloaded file is not the release: its checksum differs');
  }
  return reply.bytes;
}

/** @param {Buffer} bytes */
export function sumOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Checks a detached OpenPGP signature, as made by `gpg --detach-sign`.
 * @param {string} armoredKey the public key that must have made the signature
 * @param {{ signed: Buffer, signature: Buffer }} parts
 * @throws {Error} with the library's reason for any other signature
 */
export async function checkSignature(armoredKey, { signed, signature }) {
  // Imported only when needed, because the library takes 10 MB of memory, and is used at most once
  // a day.
  const { createMessage, readKey, readSignature, verify } = await import('openpgp');
  await verify({
    message: await createMessage({ binary: signed }),
    signature: await readSignature({ binarySignature: signature }),
    verificationKeys: await readKey({ armoredKey }),
    expectSigned: true,
    format: 'binary',
  });
}

/**
 * @param {string | null} url
 * @param {string} what
 * @param {Get} get
 */
async function published(url, what, get) {
  const { status, bytes } =
    url === null ? { status: 404, bytes: Buffer.alloc(0) } : await get(url, MAX_BYTES.sums);
  if (status === 404) {
    throw new ReleaseRefused(`it publishes no ${what}`);
  }
  if (status !== 200) {
    throw new Error(`HTTP ${status} for its ${what}`);
  }
  return bytes;
}

/**
 * The URLs of a release's files by name; empty if the text is not a list of releases. One reply
 * lists them all, so that files of a newer release can't get mixed in.
 * @param {string} text
 * @returns {ReadonlyMap<string, string>}
 */
function assetsIn(text) {
  try {
    /** @type {[{ assets: { name: string, browser_download_url: string }[] }]} */
    const [{ assets }] = JSON.parse(text);
    const files = assets.filter(({ browser_download_url: url }) => URL.canParse(url));
    return new Map(files.map(({ name, browser_download_url: url }) => [name, url]));
  } catch {
    return new Map();
  }
}
