import { Reflector } from '@nestjs/core';
import type { Bucket } from './bucket.js';

const MINUTE_MS = 60_000;

/**
 * Rate limits per visitor. A household behind one address, or an impatient visitor, never reaches
 * them. Status and files have none: their polling follows the documented interval, and a file costs
 * less than checking would save.
 */
export const VISITOR_LIMITS = {
  /** Links to read. */
  search: { size: 60, refillMs: MINUTE_MS },
  /** Tasks started or cancelled: a page does so once per task. */
  start: { size: 120, refillMs: MINUTE_MS },
  /** Requests to the download history of an account. */
  history: { size: 120, refillMs: MINUTE_MS },
  /** Short links created; each is stored for a long time. */
  share: { size: 60, refillMs: MINUTE_MS },
  /** Media ranges: scrubbing in a player requests several per second. */
  relay: { size: 1200, refillMs: MINUTE_MS },
  /** Images: a page may show dozens at once. */
  image: { size: 600, refillMs: MINUTE_MS },
  /**
   * Icons and link previews drawn here, and the sitemap: browsers cache them, and robots request
   * few.
   */
  picture: { size: 120, refillMs: MINUTE_MS },
  /** Password checks and changes, each 20 ms of processor time; people mistype a few. */
  login: { size: 20, refillMs: MINUTE_MS },
  /** New accounts, each stored and sent an email; a school class may sign up at once. */
  register: { size: 20, refillMs: MINUTE_MS },
  /** Emails requested, and their tokens tried. */
  mail: { size: 20, refillMs: MINUTE_MS },
  /** Session refreshes: each tab of a household, once every 15 minutes. */
  refresh: { size: 60, refillMs: MINUTE_MS },
  /** Reads and changes of one's own account. */
  account: { size: 240, refillMs: MINUTE_MS },
} as const satisfies Record<string, Bucket>;

export type LimitedKind = keyof typeof VISITOR_LIMITS;

/** Rate-limits a controller or method per visitor; those of one kind share a count. */
export const Limited = Reflector.createDecorator<LimitedKind>();
