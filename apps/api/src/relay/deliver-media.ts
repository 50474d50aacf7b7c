import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../infra/http/domain-error.js';
import { type MediaAnswer, tooLarge } from './media-answer.js';
import { pour, type Poured } from './pour.js';
import { relayFailure } from './upstream-failure.js';

type Body = AsyncIterable<Uint8Array>;

/** The rest of a file that broke off. */
export interface Continuation {
  readonly body: Body;
  /** Size of the whole file, bytes; null when it is still not told. */
  readonly total: number | null;
}

export interface Delivery {
  readonly response: ServerResponse;
  /** Aborted when the visitor has gone. */
  readonly signal: AbortSignal;
  /** The answer whose head the visitor has got. */
  readonly first: MediaAnswer;
  readonly body: Body;
  /**
   * Asks for the same file again, from a byte on. Null: not now, but perhaps later.
   * @throws when there is no hope of it
   */
  readonly resume: (at: number) => Promise<Continuation | null>;
  readonly maxBytes: number;
}

/** Tries in a row without a single byte before a source is given up. */
const FRUITLESS_TRIES = 4;
/** Before the first of them; each next one waits twice as long. Milliseconds. */
const PAUSE_MS = 250;

/**
 * Brings the promised bytes to the visitor, over as many connections to the source as it takes:
 * progress pays for further tries.
 * @throws when they cannot be brought. Something has been sent by then, so the caller must cut the
 *   visitor's connection: a short answer must not look like a whole one.
 */
export async function deliverMedia(delivery: Delivery): Promise<void> {
  const { response, signal, first, maxBytes } = delivery;
  let next: Continuation | null = { body: delivery.body, total: first.total };
  let [at, end] = [first.start, first.end];
  let fruitless = 0;
  let broken: unknown = null;
  for (;;) {
    // Without a promised size, one byte more than allowed shows that it was passed.
    const room = (end ?? maxBytes + 1) - at;
    const poured: Poured | null = next && (await pour(next.body, response, room, signal));
    const bytes = poured?.bytes ?? 0;
    at += bytes;
    broken = poured?.broken ?? broken;
    signal.throwIfAborted();
    if ((end ?? at) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    if (end === null ? poured?.broken === null && at > first.start : at === end) {
      response.end();
      return;
    }
    fruitless = bytes > 0 ? 0 : fruitless + 1;
    if (fruitless >= FRUITLESS_TRIES) {
      throw broken === null ? new DomainError('SOURCE_INCOMPLETE') : relayFailure(broken);
    }
    await delay(PAUSE_MS * 2 ** fruitless, undefined, { signal });
    next = await delivery.resume(at);
    end ??= next?.total ?? null;
  }
}
