import { contentLength, header, parseContentRange } from '../../infra/http/content-range.js';
import type { EgressResponse } from '../../infra/egress/egress.service.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { isMedia } from '../client/source-answer.js';
import { discard, type SourceClient } from '../client/source-client.js';
import type { Remote } from '../client/source-stream.js';

/** Size of the first request, in bytes. It covers the header of most files. */
const FIRST_BYTES = 64 * 1024;
/** Minimum size of later requests, in bytes. */
const NEXT_BYTES = 16 * 1024;
/**
 * Budget for one file. A header that needs more is not worth the wait. Finding the end of an Ogg
 * file or a transport stream takes up to 20 small steps.
 */
const MOST = { requests: 24, bytes: 2 * 1024 * 1024 };

/** Thrown if a read would exceed the budget, or if the source does not support range requests. */
class HeadUnreadable extends Error {}

/** Reads a few ranges of a remote file into memory, within a small budget and without retries. */
export class RangeBytes implements SegmentBytes {
  private readonly chunks: { readonly at: number; readonly bytes: Buffer }[] = [];
  private requests = 0;
  private asked = 0;
  private size_ = 0;

  private constructor(
    private readonly client: Pick<SourceClient, 'open'>,
    private readonly remote: Remote,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Reads the start of a file.
   * @throws HeadUnreadable if the response is not media or states no size; whatever the client
   *   throws.
   */
  static async open(
    client: Pick<SourceClient, 'open'>,
    remote: Remote,
    signal: AbortSignal,
  ): Promise<RangeBytes> {
    const opened = new RangeBytes(client, remote, signal);
    await opened.fetch(0, FIRST_BYTES);
    return opened;
  }

  get size(): number {
    return this.size_;
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (end <= at) {
      return Buffer.alloc(0);
    }
    const held =
      this.chunks.find((one) => one.at <= at && end <= one.at + one.bytes.length) ??
      (await this.fetch(at, Math.max(end - at, NEXT_BYTES)));
    return held.bytes.subarray(at - held.at, end - held.at);
  }

  private async fetch(at: number, length: number): Promise<(typeof this.chunks)[number]> {
    this.requests += 1;
    this.asked += length;
    if (this.requests > MOST.requests || this.asked > MOST.bytes) {
      throw new HeadUnreadable('the header is too large');
    }
    const answer = await this.client.open(this.remote, {
      range: { first: at, last: at + length - 1, suffix: null, ifRange: null },
      signal: this.signal,
    });
    const total = totalOf(answer, at);
    if (total === null || (this.size_ > 0 && total !== this.size_)) {
      discard(answer);
      throw new HeadUnreadable(`the range at ${at} is not served`);
    }
    this.size_ = total;
    const chunk = { at, bytes: await firstBytes(answer, Math.min(length, total - at)) };
    this.chunks.push(chunk);
    return chunk;
  }
}

/** The size of the whole file; null if the response does not start at `at`, or is not media. */
function totalOf(answer: EgressResponse, at: number): number | null {
  const { status, headers } = answer;
  if (!isMedia(answer)) {
    return null;
  }
  if (status === 206) {
    const range = parseContentRange(header(headers, 'content-range'));
    return range?.start === at ? range.total : null;
  }
  return status === 200 && at === 0 ? contentLength(headers) : null;
}

/**
 * Reads the first bytes of a body and drops the rest.
 * @throws HeadUnreadable if there are fewer.
 */
async function firstBytes(answer: EgressResponse, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let received = 0;
  try {
    for await (const part of answer.body as AsyncIterable<Buffer>) {
      parts.push(part);
      received += part.length;
      if (received >= count) {
        break;
      }
    }
  } finally {
    discard(answer);
  }
  if (received < count) {
    throw new HeadUnreadable('the response is truncated');
  }
  return Buffer.concat(parts).subarray(0, count);
}
