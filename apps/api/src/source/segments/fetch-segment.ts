import { type FileHandle, open } from 'node:fs/promises';
import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { RangeRequest } from '../../infra/http/range-request.js';
import { verifyOverlap } from '../files/verify-overlap.js';
import type { HostShare, Lane } from '../lanes/host-share.js';
import { type FetchContext, fetchPiece } from '../lanes/over-lanes.js';
import { chunksOf } from '../files/receive.js';
import {
  checkMediaType,
  continuesFile,
  extentOf,
  type FileVersion,
  isIdentifiable,
  strongTag,
  versionOf,
} from '../client/source-answer.js';
import { discard, type SourceClient } from '../client/source-client.js';
import { Interrupted } from '../client/source-error.js';
import type { Remote, Segment } from '../client/source-stream.js';
import { writeGathered } from '../files/write-gathered.js';

/**
 * Number of known bytes that a resumed download requests again and compares, because different
 * files often have the same size and date.
 */
const OVERLAP_BYTES = 512;

interface SegmentFetch {
  /** A file for this segment alone. */
  readonly path: string;
  /** Index of the segment in the stream. */
  readonly order: number;
  readonly share: HostShare;
  readonly signal: AbortSignal;
  readonly client: Pick<SourceClient, 'open'>;
  readonly pace: FetchContext['pace'];
  readonly onBytes: (count: number) => void;
}

/** What has arrived of a segment so far. */
interface Progress {
  bytes: number;
  version: FileVersion | null;
}

/**
 * Fetches one segment, unchanged, into a separate file. If the transfer breaks off, it resumes if
 * the source supports range requests, and otherwise starts over.
 * @returns the segment's size in bytes.
 * @throws SourceGone or DomainError. The bytes of the segment are then subtracted from the count.
 */
export async function fetchSegment(
  remote: Remote,
  range: Segment['range'],
  fetch: SegmentFetch,
): Promise<number> {
  const got: Progress = { bytes: 0, version: null };
  const file = await open(fetch.path, 'w+');
  try {
    const { order, pace, signal } = fetch;
    const piece = { order, arrived: () => got.bytes, pace, signal };
    await fetchPiece(fetch.share, piece, async (lane) => {
      const attempt: Try = {
        ...{ range, got, lane, file, onBytes: fetch.onBytes },
        overlap: Buffer.alloc(0),
      };
      if (got.version !== null && !isIdentifiable(got.version)) {
        await startOver(attempt);
      }
      const asked = missing(range, got);
      // Read these bytes before sending the request. If a response breaks off while nobody reads
      // its body, its bytes are lost.
      attempt.overlap = await lastBytes(file, got);
      const answer = await fetch.client.open(remote, { range: asked, signal: lane.signal });
      try {
        await write(answer, asked, attempt);
      } finally {
        discard(answer);
      }
    });
    return got.bytes;
  } catch (error) {
    fetch.onBytes(-got.bytes);
    throw error;
  } finally {
    await file.close();
  }
}

/** The range to request, including the overlap when resuming; null for the whole resource. */
function missing(range: Segment['range'], got: Progress): RangeRequest | null {
  if (range === null && got.bytes === 0) {
    return null;
  }
  const first = (range?.start ?? 0) + got.bytes - overlapOf(got);
  const ifRange = got.bytes === 0 || got.version === null ? null : strongTag(got.version);
  return { first, last: range?.end ?? null, suffix: null, ifRange };
}

function overlapOf({ bytes }: Progress): number {
  return Math.min(bytes, OVERLAP_BYTES);
}

async function lastBytes(file: FileHandle, got: Progress): Promise<Buffer> {
  const bytes = Buffer.alloc(overlapOf(got));
  await file.read(bytes, 0, bytes.length, got.bytes - bytes.length);
  return bytes;
}

interface Try {
  readonly range: Segment['range'];
  readonly got: Progress;
  readonly lane: Lane;
  readonly file: FileHandle;
  /** The last bytes on disk, which a resumed body must repeat. */
  overlap: Buffer;
  readonly onBytes: (count: number) => void;
}

async function write(
  answer: EgressResponse,
  asked: RangeRequest | null,
  attempt: Try,
): Promise<void> {
  const { range, got, lane, file, onBytes } = attempt;
  if (answer.status !== 416) {
    checkMediaType(answer);
  }
  if (!continues(answer, asked, attempt)) {
    await startOver(attempt);
    if (range !== null || !isWhole(answer)) {
      throw new Interrupted(500);
    }
  }
  if (got.bytes === 0) {
    // An earlier response without any bytes says nothing about this one.
    got.version = null;
  }
  got.version ??= versionOf(answer, extentOf(answer, asked)?.total ?? null);
  lane.opened();
  const overlap = got.bytes === 0 ? Buffer.alloc(0) : attempt.overlap;
  const chunks = verifyOverlap(receive(answer.body, lane), overlap, async () => {
    await startOver(attempt);
    throw new Interrupted(500, { cause: 'the rest belongs to another file' });
  });
  await writeGathered(chunks, file, {
    position: got.bytes,
    onWritten: (bytes) => {
      got.bytes += bytes;
      onBytes(bytes);
    },
  });
  if (got.bytes === 0) {
    // Try again even if the source calls the body complete. No segment is empty, and no later check
    // would notice the gap.
    throw new Interrupted(500, { code: 'SOURCE_INCOMPLETE', cause: 'an empty segment' });
  }
  checkLength(range, got);
}

async function startOver({ got, file, onBytes }: Try): Promise<void> {
  await file.truncate(0);
  const lost = got.bytes;
  got.bytes = 0;
  got.version = null;
  onBytes(-lost);
}

/**
 * Whether a response continues where the file on disk ends.
 * @throws DomainError if the source ignores a playlist's byte range.
 */
function continues(
  answer: EgressResponse,
  asked: RangeRequest | null,
  { range, got }: Try,
): boolean {
  if (got.bytes > 0 && got.version !== null) {
    return continuesFile(got.version, answer, asked?.first ?? 0);
  }
  if (range === null) {
    return isWhole(answer);
  }
  const extent = extentOf(answer, asked);
  if (extent?.status !== 206 || extent.end !== range.end + 1) {
    throw new DomainError('SOURCE_FAILED', { cause: 'a byte range was ignored' });
  }
  return true;
}

/** Whether a response is the whole resource, even if it was sent as a part. */
function isWhole(answer: EgressResponse): boolean {
  return answer.status !== 416 && extentOf(answer, null)?.status === 200;
}

async function* receive(body: EgressResponse['body'], lane: Lane): AsyncGenerator<Buffer> {
  for await (const chunk of chunksOf(body)) {
    lane.received(chunk.length);
    yield chunk;
  }
}

/** Checks the length, because a complete body may still contain less than the requested rest. */
function checkLength(range: Segment['range'], { bytes, version }: Progress): void {
  const wanted = range === null ? (version?.total ?? null) : range.end - range.start + 1;
  if (wanted !== null && bytes > wanted) {
    throw new DomainError('SOURCE_FAILED', { cause: 'more than was requested' });
  }
  if (wanted !== null && bytes < wanted) {
    throw new Interrupted(500);
  }
}
