import type { Bucket, TakeResult } from '../limits/bucket.js';
import { Buckets } from '../limits/buckets.js';
import { OpenCounts } from '../limits/open-counts.js';

/** Sockets that one visitor may have open: the tabs of a whole household. */
const MAX_OPEN = 50;
/** How often one visitor may connect: a page reconnects once a second at most. */
const HANDSHAKES: Bucket = { size: 120, refillMs: 60_000 };
/**
 * Events of one socket. A page with the maximum of tasks joins and leaves all their rooms at once,
 * and polls each every ten seconds.
 */
const EVENTS: Bucket = { size: 40, refillMs: 4000 };
/** Events of all sockets of a visitor: each may cost a database query. */
const VISITOR_EVENTS: Bucket = { size: 400, refillMs: 8000 };
/**
 * Packets of a socket before it is cut off: far more than any page sends, counting refused ones.
 */
const PACKETS: Bucket = { size: 300, refillMs: 15_000 };

/** Socket limits per visitor; counted in this process, which holds their connections. */
export class SocketLimits {
  private readonly open = new OpenCounts();
  private readonly handshakes = new Buckets();
  private readonly visitorEvents = new Buckets();

  /**
   * Counts a handshake.
   * @returns how long to wait before the next, milliseconds; 0 when this one is accepted.
   */
  handshake(visitor: string): number {
    const { waitMs } = this.handshakes.take(visitor, HANDSHAKES);
    // We can't know when one of theirs closes; any short time is a fair guess.
    return this.open.of(visitor) >= MAX_OPEN ? Math.max(waitMs, 10_000) : waitMs;
  }

  /** Counts an open socket. @returns a function to call once when it has closed. */
  opened(visitor: string): () => void {
    return this.open.add(visitor);
  }

  /** The limits of a new socket. */
  ofSocket(visitor: string): SocketBuckets {
    return new SocketBuckets(() => this.visitorEvents.take(visitor, VISITOR_EVENTS));
  }
}

/** What one socket may still send. */
export class SocketBuckets {
  private readonly own = new Buckets({ max: 2 });

  constructor(private readonly takeOfVisitor: () => TakeResult) {}

  /** Counts any packet. @returns false when this socket should be cut off. */
  packet(): boolean {
    return this.own.take('packets', PACKETS).waitMs === 0;
  }

  /**
   * Counts an event. @returns how long to wait before the next, milliseconds; 0 when this one is
   * accepted.
   */
  event(): number {
    return this.own.take('events', EVENTS).waitMs || this.takeOfVisitor().waitMs;
  }
}
