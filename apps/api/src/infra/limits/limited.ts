import { Reflector } from '@nestjs/core';
import type { Bucket } from './bucket.js';

const MINUTE_MS = 60_000;

/**
 * Rate limits per visitor. A household behind one address, or an impatient visitor, never reaches
 * them. Status requests and files have no limit: polling follows the documented interval, and
 * serving a file costs less than a check would save.
 */
export const VISITOR_LIMITS = {
  /** Links that visitors submit. */
  search: { size: 60, refillMs: MINUTE_MS },
  /** Tasks that are started or cancelled. A page does this once per task. */
  start: { size: 120, refillMs: MINUTE_MS },
  history: { size: 120, refillMs: MINUTE_MS },
  /** Short links that are created. Each is stored for a long time. */
  share: { size: 60, refillMs: MINUTE_MS },
  /** Requests for ranges of media. Scrubbing in a player sends several per second. */
  relay: { size: 1200, refillMs: MINUTE_MS },
  /** Images. A page may show dozens of them. */
  image: { size: 600, refillMs: MINUTE_MS },
  /**
   * Icons and link previews that we draw, and the sitemap. Browsers cache them, and robots request
   * only a few.
   */
  picture: { size: 120, refillMs: MINUTE_MS },
  /**
   * Podcast feeds. Apps request one every few minutes at most, but the servers of some apps do so for
   * all of their listeners, and each request reads up to a hundred rows.
   */
  feed: { size: 300, refillMs: MINUTE_MS },
  /**
   * Password checks and changes. Each takes 20 ms of processor time, and people mistype a few
   * times.
   */
  login: { size: 20, refillMs: MINUTE_MS },
  /**
   * New accounts. Each is stored and gets an email. A school class may sign up at the same time.
   */
  register: { size: 20, refillMs: MINUTE_MS },
  /** Requests for emails, and attempts to use their tokens. */
  mail: { size: 20, refillMs: MINUTE_MS },
  /** Session refreshes. Each tab in a household sends one every 15 minutes. */
  refresh: { size: 60, refillMs: MINUTE_MS },
  /** Reads and changes of the visitor's own account. */
  account: { size: 240, refillMs: MINUTE_MS },
} as const satisfies Record<string, Bucket>;

export type LimitedKind = keyof typeof VISITOR_LIMITS;

/** Rate-limits a controller or method per visitor. All handlers of a kind share a count. */
export const Limited = Reflector.createDecorator<LimitedKind>();
