import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { toEgressError } from '../../../../infra/egress/egress-error.js';
import type { EgressService } from '../../../../infra/egress/egress.service.js';
import { releaseHost } from '../../../../infra/env/system-env.js';
import { header } from '../../../../infra/http/reply/content-range.js';
import { discard } from '../../../../source/client/source-client.js';
import { boundedBody } from '../../page/page-answer.js';
import { checkSignature } from './release-signature.js';

/** Where to look up the newest release, unless YOUTUBE_DL_HOST is set. */
const RELEASES = 'https://api.github.com/repos/yt-dlp/yt-dlp/releases?per_page=1';
const PROGRAM = 'yt-dlp';
const SUMS = 'SHA2-256SUMS';
const SIGNATURE = `${SUMS}.sig`;

const TIMEOUT_MS = 120_000;
/**
 * Maximum sizes in bytes. The zipapp is a tenth of `program`; the checksums take 2 kB, and their
 * signature half a kB.
 */
const MAX_BYTES = { program: 32 * 1024 * 1024, sums: 64 * 1024 };
/** GitHub's API refuses requests without a user agent. */
const HEADERS = { 'user-agent': 'Dipper' };

const releasesSchema = z
  .array(
    z.object({ assets: z.array(z.object({ name: z.string(), browser_download_url: z.url() })) }),
  )
  .min(1);

/**
 * How to reach the releases: through the egress guard, and the operator's outbound proxy if there
 * is one.
 */
export interface ReleaseRequest {
  readonly egress: Pick<EgressService, 'request'>;
  readonly signal: AbortSignal;
}

export interface Release {
  readonly program: string;
  readonly sums: string | null;
  readonly signature: string | null;
}

/** Why a release was refused, in words for the operator. */
export class ReleaseRefused extends Error {}

/**
 * Looks up the newest release. A host replies either with GitHub's list of releases or with the
 * program itself; in the second case, the URLs of the checksums and their signature are derived
 * from the program's URL.
 * @throws ReleaseRefused, EgressRefused, EgressFailed
 */
export async function newestRelease(web: ReleaseRequest): Promise<Release> {
  const host = releaseHost() ?? RELEASES;
  const { status, type, bytes } = await get(host, MAX_BYTES.program, web);
  if (status !== 200) {
    throw new ReleaseRefused(`HTTP ${status} from ${new URL(host).host}`);
  }
  if (!type.includes('json')) {
    const beside = (name: string): string => new URL(name, host).href;
    return { program: host, sums: beside(SUMS), signature: beside(SIGNATURE) };
  }
  const assets = assetsIn(bytes.toString('utf8'));
  const program = assets.get(PROGRAM);
  if (program === undefined) {
    throw new ReleaseRefused('the list of releases cannot be read');
  }
  return { program, sums: assets.get(SUMS) ?? null, signature: assets.get(SIGNATURE) ?? null };
}

/**
 * The published SHA-256 of the program in hexadecimal, after its signature has been checked.
 * @param releaseKey the armored public key that signs releases
 * @throws the errors of `newestRelease`; also ReleaseRefused if a checksum or its signature is
 * missing or wrong
 */
export async function publishedSum(
  { sums, signature }: Release,
  releaseKey: string,
  web: ReleaseRequest,
): Promise<string> {
  const signed = await published(sums, 'checksum', web);
  const proof = await published(signature, 'signature', web);
  await checkSignature(releaseKey, { signed, signature: proof }).catch((error: Error) => {
    throw new ReleaseRefused(`its signature is not valid (${error.message})`, { cause: error });
  });
  const line = /^([0-9a-f]{64}) [ *]yt-dlp$/m.exec(signed.toString('utf8'));
  if (line?.[1] === undefined) {
    throw new ReleaseRefused('it publishes no checksum for yt-dlp');
  }
  return line[1];
}

async function published(url: string | null, what: string, web: ReleaseRequest): Promise<Buffer> {
  const { status, bytes } = url === null ? NOWHERE : await get(url, MAX_BYTES.sums, web);
  if (status !== 200) {
    throw new ReleaseRefused(
      status === NOWHERE.status ? `it publishes no ${what}` : `HTTP ${status} for its ${what}`,
    );
  }
  return bytes;
}

/**
 * Downloads the program of a release to `programIn(folder)`.
 * @param sum the checksum from {@link publishedSum}; nothing is written unless it matches
 * @throws the errors of `newestRelease`
 */
export async function fetchProgram(
  { program }: Release,
  { folder, sum }: { readonly folder: string; readonly sum: string },
  web: ReleaseRequest,
): Promise<void> {
  const { status, bytes } = await get(program, MAX_BYTES.program, web);
  if (status !== 200) {
    throw new ReleaseRefused(`HTTP ${status} for the newest release`);
  }
  if (sumOf(bytes) !== sum) {
    throw new ReleaseRefused('the downloaded file is not the release: its checksum differs');
  }
  await writeFile(programIn(folder), bytes, { mode: 0o755 });
}

export function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const programIn = (folder: string): string => join(folder, PROGRAM);

interface Got {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
}

const NOWHERE: Pick<Got, 'status' | 'bytes'> = { status: 404, bytes: Buffer.alloc(0) };

async function get(
  url: string,
  maxBytes: number,
  { egress, signal }: ReleaseRequest,
): Promise<Got> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await egress.request(url, { headers: HEADERS, signal: within });
  try {
    const pieces = await Readable.from(boundedBody(answer, maxBytes)).toArray();
    const type = header(answer.headers, 'content-type') ?? '';
    return { status: answer.status, type, bytes: Buffer.concat(pieces as Buffer[]) };
  } catch (error) {
    throw toEgressError(error);
  } finally {
    discard(answer);
  }
}

function assetsIn(text: string): ReadonlyMap<string, string> {
  try {
    const [release] = releasesSchema.parse(JSON.parse(text));
    const assets = release?.assets ?? [];
    return new Map(assets.map(({ name, browser_download_url: url }) => [name, url]));
  } catch {
    return new Map();
  }
}
