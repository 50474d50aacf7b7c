import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { releaseEnv } from '../../../../infra/env/system-env.js';
import { repositoryRoot } from '../../../../infra/process/api-root.js';
import { runProcess } from '../../../../infra/process/run-process.js';

/** The install script of yt-dlp-exec, which npm is kept from running (docs/decisions/0006). */
const FETCH = fileURLToPath(
  new URL('node_modules/yt-dlp-exec/scripts/postinstall.js', repositoryRoot),
);
/** Where it asks, unless YOUTUBE_DL_HOST says otherwise. */
const RELEASES = 'https://api.github.com/repos/yt-dlp/yt-dlp/releases?per_page=1';
const SUMS = 'SHA2-256SUMS';

const FETCH_TIMEOUT_MS = 120_000;
const SUMS_TIMEOUT_MS = 20_000;
/** Several times what a release has. */
const MAX_RELEASE_BYTES = 256 * 1024 * 1024;

const releasesSchema = z
  .array(
    z.object({ assets: z.array(z.object({ name: z.string(), browser_download_url: z.url() })) }),
  )
  .min(1);

/**
 * Fetches the newest release into a folder, as `yt-dlp`.
 * @returns why it could not be; null when something was fetched.
 */
export async function fetchRelease(folder: string, signal: AbortSignal): Promise<string | null> {
  let said = '';
  await runProcess(process.execPath, [FETCH], {
    timeoutMs: FETCH_TIMEOUT_MS,
    signal,
    bounds: { fileBytes: MAX_RELEASE_BYTES },
    // Its packages are old, and Node says so.
    env: { ...releaseEnv(), YOUTUBE_DL_DIR: folder, NODE_NO_WARNINGS: '1' },
    // It ends with 0 whatever happened.
    onError: (chunk) => (said += chunk.toString('utf8')),
  }).catch((error: Error) => (said ||= error.message));
  // Of a body that is cut off it hears nothing, and ends.
  said ||= (await stat(programIn(folder)).catch(() => null)) === null ? 'the answer broke off' : '';
  return said === '' ? null : (said.trim().split('\n').at(-1) ?? said);
}

/** The host of the releases does not give them; the message says how. */
class ReleasesRefused extends Error {}

/**
 * The SHA-256 that the newest release publishes for yt-dlp, in hexadecimal.
 * @returns null when it cannot be had.
 * @throws Error when its host refuses: too many questions from one address, mostly.
 */
export async function publishedSum(signal: AbortSignal): Promise<string | null> {
  const host = releaseEnv()['YOUTUBE_DL_HOST'] ?? RELEASES;
  const within = AbortSignal.any([signal, AbortSignal.timeout(SUMS_TIMEOUT_MS)]);
  try {
    const response = await fetch(await sumsUrl(host, within), { signal: within });
    const sum = /^([0-9a-f]{64})\s+\*?yt-dlp$/m.exec(response.ok ? await response.text() : '');
    return sum?.[1] ?? null;
  } catch (error) {
    if (error instanceof ReleasesRefused) {
      throw error;
    }
    return null;
  }
}

/** A host answers with the list of releases, or with the program itself, beside which the sums lie. */
async function sumsUrl(host: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(host, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ReleasesRefused(`HTTP ${response.status} from ${new URL(host).host}`);
  }
  if (!response.headers.get('content-type')?.includes('json')) {
    await response.body?.cancel();
    return new URL(SUMS, host).href;
  }
  const [release] = releasesSchema.parse(await response.json());
  const asset = release?.assets.find(({ name }) => name === SUMS);
  if (asset === undefined) {
    throw new Error('a release without sums');
  }
  return asset.browser_download_url;
}

/** SHA-256 of a file, in hexadecimal. */
export async function sumOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Where {@link fetchRelease} puts the program. */
export const programIn = (folder: string): string => join(folder, 'yt-dlp');
