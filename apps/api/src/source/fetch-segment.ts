import { type FileHandle, open } from 'node:fs/promises';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { RangeRequest } from '../infra/http/range-request.js';
import { afterOverlap } from './after-overlap.js';
import type { HostShare, Lane } from './host-share.js';
import { type FetchContext, overLanes } from './over-lanes.js';
import { chunksOf } from './receive.js';
import {
  checkMediaType,
  continuesFile,
  extentOf,
  type FileVersion,
  isIdentifiable,
  strongTag,
  versionOf,
} from './source-answer.js';
import { discard, type SourceClient } from './source-client.js';
import { Interrupted } from './source-error.js';
import type { Remote, Segment } from './source-stream.js';
import { writeGathered } from './write-gathered.js';

/**
 * So many bytes are asked for again when a break is resumed, and compared: sizes and dates are the
 * same for many a file that is another.
 */
const OVERLAP_BYTES = 512;

interface SegmentFetch {
  /** The segment's own file. */
  readonly path: string;
  /** Its place in the stream. */
  readonly order: number;
  readonly share: HostShare;
  readonly signal: AbortSignal;
  readonly client: Pick<SourceClient, 'open'>;
  readonly pace: FetchContext['pace'];
  readonly onBytes: (count: number) => void;
}

/** What has arrived of a segment. */
interface Progress {
  bytes: number;
  version: FileVersion | null;
}

/**
 * Fetches one segment, as the source has it, to a file of its own. A break is resumed where the
 * source serves ranges, else the segment is fetched again.
 * @returns its size, bytes.
 * @throws SourceGone or DomainError; its bytes are discounted then.
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
    await overLanes(fetch.share, piece, async (lane) => {
      const attempt: Try = {
        ...{ range, got, lane, file, onBytes: fetch.onBytes },
        overlap: Buffer.alloc(0),
      };
      if (got.version !== null && !isIdentifiable(got.version)) {
        await startOver(attempt);
      }
      const asked = missing(range, got);
      // Before the answer: what comes of one that breaks off is lost while it is not read.
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

/** The bytes to ask for, with some that are known when it is resumed; null for the whole resource. */
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
  /** The last bytes on disk, which a continuation begins with. */
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
  got.version ??= versionOf(answer, extentOf(answer, asked)?.total ?? null);
  lane.opened();
  const overlap = got.bytes === 0 ? Buffer.alloc(0) : attempt.overlap;
  const chunks = afterOverlap(receive(answer.body, lane), overlap, async () => {
    await startOver(attempt);
    throw new Interrupted(500, { cause: 'the rest is of another file' });
  });
  await writeGathered(chunks, file, {
    position: got.bytes,
    onWritten: (bytes) => {
      got.bytes += bytes;
      onBytes(bytes);
    },
  });
  if (got.bytes === 0) {
    // Also where the source calls it whole: no segment is empty, and one left out is not missed later.
    got.version = null;
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
 * True when an answer goes on where the file ends.
 * @throws DomainError when the source does not honour the byte range of a playlist.
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
    throw new DomainError('SOURCE_FAILED', { cause: 'a byte range was not honoured' });
  }
  return true;
}

/** True for the whole resource, also where the source calls it a part. */
function isWhole(answer: EgressResponse): boolean {
  return answer.status !== 416 && extentOf(answer, null)?.status === 200;
}

async function* receive(body: EgressResponse['body'], lane: Lane): AsyncGenerator<Buffer> {
  for await (const chunk of chunksOf(body)) {
    lane.received(chunk.length);
    yield chunk;
  }
}

/** The end of the body is not enough: a source may send less of the rest than it was asked for. */
function checkLength(range: Segment['range'], { bytes, version }: Progress): void {
  const wanted = range === null ? (version?.total ?? null) : range.end - range.start + 1;
  if (wanted !== null && bytes > wanted) {
    throw new DomainError('SOURCE_FAILED', { cause: 'more than was asked for' });
  }
  if (wanted !== null && bytes < wanted) {
    throw new Interrupted(500);
  }
}
