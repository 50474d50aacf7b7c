import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toEgressError } from '../../../../infra/egress/egress-error.js';
import type { EgressService } from '../../../../infra/egress/egress.service.js';
import { header } from '../../../../infra/http/content-range.js';
import { discard } from '../../../../source/client/source-client.js';
import { boundedBody } from '../../page/page-answer.js';
import { type Get, programOf, type Release } from './signed-release.js';

const TIMEOUT_MS = 120_000;
/** GitHub's API refuses requests without a user agent. */
const HEADERS = { 'user-agent': 'Dipper' };

interface ReleaseRequest {
  readonly egress: Pick<EgressService, 'request'>;
  readonly signal: AbortSignal;
}

/**
 * Reaches the releases through the egress guard, and the operator's outbound proxy if there is one.
 * @returns a function that throws EgressRefused or EgressFailed
 */
export function releaseGet({ egress, signal }: ReleaseRequest): Get {
  return async (url, maxBytes) => {
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
  };
}

/**
 * Downloads the program of a release to `programIn(folder)`.
 * @param sum the checksum from `publishedSum`; nothing is written unless it matches
 * @throws the errors of `programOf`
 */
export async function fetchProgram(
  release: Release,
  { folder, sum }: { readonly folder: string; readonly sum: string },
  get: Get,
): Promise<void> {
  const bytes = await programOf(release, sum, get);
  await writeFile(programIn(folder), bytes, { mode: 0o755 });
}

export const programIn = (folder: string): string => join(folder, 'yt-dlp');
