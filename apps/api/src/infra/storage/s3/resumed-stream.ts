import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ByteSpan } from '../file-store.port.js';

/** How many connections in a row may break before any byte arrives. */
const MAX_FAILURES = 3;
const TIMES = { stallMs: 20_000, firstPauseMs: 250 };

/** Opens a part of an object. @returns null if the object is gone */
export type OpenPart = (span: ByteSpan, signal: AbortSignal) => Promise<Readable | null>;

/**
 * Reads an object over as many connections as it takes. Services close the connections of slow
 * readers, such as paused players, and no visitor should notice that. Objects never change, so the
 * next connection continues at the next byte.
 * @param first the first connection, which has just been opened
 * @param span the bytes to read, which must lie within the object
 * @param times how long a connection may be silent while we wait for it, and the first pause after
 * a failure, in milliseconds
 * @returns a stream that fails if the object is gone, or can't be read in several consecutive
 * attempts
 */
export function resumedStream(
  first: Readable,
  span: ByteSpan,
  open: OpenPart,
  times = TIMES,
): Readable {
  const abort = new AbortController();
  const pieces = readPieces(first, span, { open, times, signal: abort.signal });
  return new Readable({
    read() {
      pieces.next().then(
        ({ value, done }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      abort.abort();
      // Needed because a generator that has not started does not close its stream.
      first.destroy();
      done(error);
    },
  });
}

interface PieceSource {
  readonly open: OpenPart;
  readonly times: typeof TIMES;
  readonly signal: AbortSignal;
}

async function* readPieces(
  first: Readable,
  span: ByteSpan,
  { open, times, signal }: PieceSource,
): AsyncGenerator<Buffer, void> {
  let at = span.first;
  let body: Readable | null = first;
  let failures = 0;
  while (at <= span.last) {
    try {
      body ??= await open({ first: at, last: span.last }, signal);
      if (body === null) {
        throw new Gone('the object is gone');
      }
      for await (const piece of withoutStalls(addAbortSignal(signal, body), times.stallMs)) {
        if (piece.length > 0) {
          at += piece.length;
          failures = 0;
          yield piece;
        }
      }
      if (at <= span.last) {
        throw new Error(`the object ended at byte ${at} of ${span.last + 1}`);
      }
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (error instanceof Gone || failures > MAX_FAILURES) {
        throw error;
      }
      await delay(times.firstPauseMs * 2 ** (failures - 1), undefined, { signal });
    }
    body = null;
  }
}

class Gone extends Error {}

/** Ends a stream that sends nothing while we wait for it. Pauses of the reader do not count. */
async function* withoutStalls(body: Readable, stallMs: number): AsyncGenerator<Buffer, void> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    const stalled = setTimeout(
      () => body.destroy(new Error(`no byte arrived for ${stallMs} ms`)),
      stallMs,
    );
    try {
      return await pieces.next();
    } finally {
      clearTimeout(stalled);
    }
  };
  for (let piece = await next(); piece.done !== true; piece = await next()) {
    yield piece.value;
  }
}
