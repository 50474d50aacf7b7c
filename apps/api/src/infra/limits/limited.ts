import { Reflector } from '@nestjs/core';
import type { Bucket } from './bucket.js';

const MINUTE_MS = 60_000;

/**
 * What one visitor may ask for. A household behind one address, or somebody who is impatient, never
 * gets there. Status and files have none: their polls are the documented ones, and a file costs less
 * than the refusal saves.
 */
export const VISITOR_LIMITS = {
  /** Pages to be read. */
  search: { size: 60, refillMs: MINUTE_MS },
  /** Tasks started or cancelled: a page does so once for each that is opened. */
  start: { size: 120, refillMs: MINUTE_MS },
  /** Downloads listed, kept and cleared, for somebody who is signed in. */
  history: { size: 120, refillMs: MINUTE_MS },
  /** Short links made, each of which is kept for long. */
  share: { size: 60, refillMs: MINUTE_MS },
  /** Parts of media: a player that is scrubbed asks for some in each second. */
  relay: { size: 1200, refillMs: MINUTE_MS },
  /** Images: a page may show dozens at once. */
  image: { size: 600, refillMs: MINUTE_MS },
  /** Icons and link pictures, drawn here, and the list of all pages: kept by browsers, and robots ask for few. */
  picture: { size: 120, refillMs: MINUTE_MS },
  /** Passwords compared or made, each a 50th of a second of a processor; a person mistypes a few. */
  login: { size: 20, refillMs: MINUTE_MS },
  /** Accounts made, each of which is kept and has a mail sent; a class may do so at once. */
  register: { size: 20, refillMs: MINUTE_MS },
  /** Mails asked for, and their tokens tried. */
  mail: { size: 20, refillMs: MINUTE_MS },
  /** Sessions kept up: each tab of a household once in a quarter of an hour. */
  refresh: { size: 60, refillMs: MINUTE_MS },
  /** What somebody who is signed in reads and changes of their own. */
  account: { size: 240, refillMs: MINUTE_MS },
} as const satisfies Record<string, Bucket>;

export type LimitedKind = keyof typeof VISITOR_LIMITS;

/** Limits a controller, or one of its methods, for each visitor; those of one kind count together. */
export const Limited = Reflector.createDecorator<LimitedKind>();
