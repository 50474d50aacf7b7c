import { type FileHandle, open } from 'node:fs/promises';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header, parseContentRange } from '../infra/http/content-range.js';
import { DomainError } from '../infra/http/domain-error.js';
import type { HostShare, Lane } from './host-budget.js';
import { type FetchContext, overLanes } from './over-lanes.js';
import {
  checkMediaType,
  continuesFile,
  extentOf,
  type FileVersion,
  versionOf,
} from './source-answer.js';
import { discard, type SourceClient } from './source-client.js';
import { Interrupted } from './source-error.js';
import type { Remote, Segment } from './source-stream.js';
import { writeGathered } from './write-gathered.js';

interface SegmentFetch {
  /** The segment's own file. */
  readonly path: string;
  /** Its place in the stream. */
  readonly order: number;
  readonly share: HostShare;
  readonly signal: AbortSignal;
  readonly client: SourceClient;
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
  const file = await open(fetch.path, 'w');
  try {
    const { order, pace, signal } = fetch;
    const piece = { order, arrived: () => got.bytes, pace, signal };
    await overLanes(fetch.share, piece, async (lane) => {
      const answer = await ask(remote, { range, got, lane, client: fetch.client });
      try {
        await write(answer, file, { range, got, lane, onBytes: fetch.onBytes });
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

interface Try {
  readonly range: Segment['range'];
  readonly got: Progress;
  readonly lane: Lane;
}

function ask(
  remote: Remote,
  { range, got, lane, client }: Try & Pick<SegmentFetch, 'client'>,
): Promise<EgressResponse> {
  const first = (range?.start ?? 0) + got.bytes;
  const isPart = range !== null || got.bytes > 0;
  return client.open(remote, {
    range: isPart ? { first, last: range?.end ?? null, suffix: null, ifRange: null } : null,
    signal: lane.signal,
  });
}

async function write(
  answer: EgressResponse,
  file: FileHandle,
  { range, got, lane, onBytes }: Try & Pick<SegmentFetch, 'onBytes'>,
): Promise<void> {
  if (answer.status !== 416) {
    checkMediaType(answer);
  }
  if (!continues(answer, range, got)) {
    await file.truncate(0);
    const lost = got.bytes;
    got.bytes = 0;
    onBytes(-lost);
    if (answer.status !== 200 || range !== null) {
      throw new Interrupted(500);
    }
  }
  got.version ??= versionOf(answer, extentOf(answer, null)?.total ?? null);
  lane.opened();
  await writeGathered(receive(answer.body, lane), file, {
    position: got.bytes,
    onWritten: (bytes) => {
      got.bytes += bytes;
      onBytes(bytes);
    },
  });
  checkLength(range, got.bytes);
}

/**
 * True when an answer goes on where the file ends.
 * @throws DomainError when the source does not honour the byte range of a playlist.
 */
function continues(answer: EgressResponse, range: Segment['range'], got: Progress): boolean {
  const from = (range?.start ?? 0) + got.bytes;
  if (got.bytes > 0 && got.version !== null) {
    return continuesFile(got.version, answer, from);
  }
  const part = parseContentRange(header(answer.headers, 'content-range'));
  const isHonoured = answer.status === 206 && part?.start === from && part.end === range?.end;
  if (range !== null && !isHonoured) {
    throw new DomainError('SOURCE_FAILED', { cause: 'a byte range was not honoured' });
  }
  return answer.status === 200 || range !== null;
}

async function* receive(body: AsyncIterable<Buffer>, lane: Lane): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    lane.received(chunk.length);
    yield chunk;
  }
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
