import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { metrics } from '../infra/metrics/metrics.js';
import { verifyOverlap } from '../source/files/verify-overlap.js';
import { boundSize } from '../source/files/bounds.js';
import { retrying } from '../source/client/retry.js';
import { continuesFile, isIdentifiable, strongTag } from '../source/client/source-answer.js';
import { parseContentRange, header } from '../infra/http/content-range.js';
import { discard, type SourceClient } from '../source/client/source-client.js';
import { Interrupted } from '../source/client/source-error.js';
import type { Remote } from '../source/client/source-stream.js';
import type { MediaAnswer } from './media-answer.js';

interface MediaStream {
  readonly response: ServerResponse;
  /** Aborted when the visitor has left. */
  readonly signal: AbortSignal;
  /** The source's response whose headers were sent to the visitor, and its body. */
  readonly first: MediaAnswer;
  readonly body: EgressResponse['body'];
  /** Where to request the rest if the source drops the connection. */
  readonly remote: Remote;
  readonly client: Pick<SourceClient, 'open'>;
  readonly maxBytes: number;
}

/** How many bytes a resumed response repeats, as proof that the file is the same. */
const OVERLAP_BYTES = 256;

/**
 * Delivers the promised bytes, over as many connections to the source as needed. Holds only the
 * current chunk and the buffers of both connections.
 * @throws if they cannot be delivered. The reply has begun by then, so the caller must cut the
 * visitor's connection to keep a short reply from looking complete.
 */
export async function streamMedia(stream: MediaStream): Promise<void> {
  const { response, signal, first, maxBytes } = stream;
  let begun: Answer | null = { body: stream.body, total: first.total, overlap: Buffer.alloc(0) };
  let [at, end] = [first.start, first.end];
  let sent = Buffer.alloc(0);
  const onBytes = (bytes: Uint8Array): void => {
    at += bytes.length;
    metrics.count('dipper_source_bytes_total', { use: 'relay' }, bytes.length);
    // Copy the bytes, because a view would keep the whole chunk in memory.
    sent = Buffer.concat([sent, bytes.subarray(-OVERLAP_BYTES)]).subarray(-OVERLAP_BYTES);
  };
  const attempt = async (): Promise<void> => {
    const current = begun ?? (await resume(stream, { at, end, sent }));
    begun = null;
    end ??= current.total;
    try {
      const body = current.body as AsyncIterable<Uint8Array>;
      const rest = verifyOverlap(body, current.overlap, () => {
        throw new DomainError('SOURCE_FAILED', { cause: 'the URL now serves a different file' });
      });
      // If no size was promised, read one extra byte, which would show that the limit is exceeded.
      await pipeUpTo((end ?? maxBytes + 1) - at, rest, { response, signal, onBytes });
    } finally {
      discard(current);
    }
    boundSize(end ?? at, maxBytes);
    if (end === null ? at === first.start : at < end) {
      throw new Interrupted(500, { code: 'SOURCE_INCOMPLETE' });
    }
  };
  await retrying(attempt, () => at, signal);
  response.end();
}

interface Broken {
  /** Offset of the next byte. */
  readonly at: number;
  readonly end: number | null;
  /** The last bytes sent to the visitor. */
  readonly sent: Buffer;
}

/** A response from the source: the first one, or one that resumes it. */
interface Answer {
  readonly body: EgressResponse['body'];
  readonly total: number | null;
  /** The bytes that the body must begin with. */
  readonly overlap: Buffer;
}

/**
 * Requests the same file again, from a little before the next byte.
 * @throws DomainError SOURCE_FAILED if the rest is not available
 */
async function resume(
  { client, remote, first, signal }: MediaStream,
  { at, end, sent }: Broken,
): Promise<Answer> {
  const { version } = first;
  if (!isIdentifiable(version)) {
    throw new DomainError('SOURCE_FAILED', {
      cause: 'nothing proves that the rest belongs to the same file',
    });
  }
  const from = at - sent.length;
  const last = end === null ? null : end - 1;
  const range = { first: from, last, suffix: null, ifRange: strongTag(version) };
  const answer = await client.open(remote, { range, signal });
  if (!continuesFile(version, answer, from)) {
    discard(answer);
    throw new DomainError('SOURCE_FAILED', {
      cause: 'a different file, or a response without its rest',
    });
  }
  const total = parseContentRange(header(answer.headers, 'content-range'))?.total ?? null;
  return { body: answer.body, total, overlap: sent };
}

/** Writes at most `limit` bytes to the visitor, as fast as they are read. */
async function pipeUpTo(
  limit: number,
  body: AsyncIterable<Uint8Array>,
  {
    response,
    signal,
    onBytes,
  }: Pick<MediaStream, 'response' | 'signal'> & {
    readonly onBytes: (bytes: Uint8Array) => void;
  },
): Promise<void> {
  let left = limit;
  for await (const chunk of body) {
    // A write after the connection has ended would emit an unhandled error event.
    signal.throwIfAborted();
    const wanted = chunk.subarray(0, left);
    left -= wanted.length;
    onBytes(wanted);
    if (!response.write(wanted)) {
      await once(response, 'drain', { signal });
    }
    if (left === 0) {
      return;
    }
  }
}
