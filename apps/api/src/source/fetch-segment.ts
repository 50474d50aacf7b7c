import { open } from 'node:fs/promises';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import { checkAnswer } from './source-status.js';
import type { FetchContext } from './fetch-context.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import type { Remote } from './remote.js';
import { retrying } from './retry.js';
import type { Segment } from './segment.js';
import { Interrupted } from './source-error.js';
import { writeGathered } from './write-gathered.js';

/** What there is of a segment so far. */
interface Progress {
  bytes: number;
  version: FileVersion | null;
}

/**
 * Fetches one segment, as the source has it, to a file of its own. A break is resumed where the
 * source serves ranges, else the segment is fetched again.
 * @throws SourceGone or DomainError.
 */
export async function fetchSegment(
  { url, headers }: Remote,
  { range }: Pick<Segment, 'range'>,
  path: string,
  { egress, signal, onBytes }: Pick<FetchContext, 'egress' | 'signal' | 'onBytes'>,
): Promise<void> {
  const got: Progress = { bytes: 0, version: null };
  const file = await open(path, 'w');
  const attempt = async (): Promise<void> => {
    const response = await egress.request(url, {
      headers: { ...headers, 'accept-encoding': 'identity', ...rangeHeader(range, got.bytes) },
      signal,
    });
    try {
      checkAnswer(response.status, response.headers);
      if (!continues(response, range, got)) {
        await file.truncate(0);
        onBytes(-got.bytes);
        got.bytes = 0;
        if (response.status !== 200 || range !== null) {
          throw new Interrupted(500);
        }
      }
      got.version = versionOf(response.headers);
      await writeGathered(response.body, file, {
        position: got.bytes,
        onWritten: (bytes) => {
          got.bytes += bytes;
          onBytes(bytes);
        },
      });
      checkLength(range, got.bytes);
    } finally {
      response.body.destroy();
    }
  };
  try {
    await retrying(attempt, () => got.bytes, signal);
  } finally {
    await file.close();
  }
}

function rangeHeader(range: Segment['range'], got: number): { range?: string } {
  if (range !== null) {
    return { range: `bytes=${range.start + got}-${range.end}` };
  }
  return got === 0 ? {} : { range: `bytes=${got}-` };
}

/**
 * True when an answer goes on where the file ends.
 * @throws DomainError when the source does not honour the byte range of a playlist.
 */
function continues(
  { status, headers }: EgressResponse,
  range: Segment['range'],
  got: Progress,
): boolean {
  const part = parseContentRange(header(headers, 'content-range'));
  const from = (range?.start ?? 0) + got.bytes;
  if (got.bytes > 0) {
    const same = got.version === null || isSameVersion(got.version, versionOf(headers));
    return status === 206 && part?.start === from && same;
  }
  if (range !== null && (status !== 206 || part?.start !== from || part.end !== range.end)) {
    throw new DomainError('SOURCE_FAILED', { cause: 'a byte range was not honoured' });
  }
  return status === 200 || range !== null;
}

function checkLength(range: Segment['range'], bytes: number): void {
  const wanted = range === null ? null : range.end - range.start + 1;
  if (wanted !== null && bytes > wanted) {
    throw new DomainError('SOURCE_FAILED', { cause: 'more than the byte range was sent' });
  }
  if (wanted !== null && bytes < wanted) {
    throw new Interrupted(500);
  }
}
