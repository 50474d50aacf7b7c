import type { Bucket, Taken } from '../limits/bucket.js';
import { Buckets } from '../limits/buckets.js';
import { OpenCounts } from '../limits/open-counts.js';

/** Sockets that one visitor may have open: tabs, of a whole household. */
const MAX_OPEN = 50;
/** How often one visitor may connect: a page reconnects each second at most. */
const HANDSHAKES: Bucket = { size: 120, refillMs: 60_000 };
/**
 * Events of one socket. A page that watches as many tasks as it may joins and leaves their rooms at
 * once, and asks about each every ten seconds.
 */
const EVENTS: Bucket = { size: 40, refillMs: 4000 };
/** Events of all sockets of a visitor: each may cost a question to the database. */
const VISITOR_EVENTS: Bucket = { size: 400, refillMs: 8000 };
/** Packets of a socket before it is cut off: far beyond what any page sends, also when refused. */
const PACKETS: Bucket = { size: 300, refillMs: 15_000 };

/** What visitors may do with sockets; counted in this process, which holds their connections. */
export class SocketLimits {
  private readonly open = new OpenCounts();
  private readonly handshakes = new Buckets();
  private readonly visitorEvents = new Buckets();

  /**
   * Counts a handshake.
   * @returns how long to wait before the next, milliseconds; 0 when this one is welcome.
   */
  handshake(visitor: string): number {
    const { waitMs } = this.handshakes.take(visitor, HANDSHAKES);
    // When one of theirs closes is theirs to say; a moment is as good a guess as any.
    return this.open.of(visitor) >= MAX_OPEN ? Math.max(waitMs, 10_000) : waitMs;
  }

  /** Counts an open socket. @returns to be called once when it has closed. */
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

  constructor(private readonly takeOfVisitor: () => Taken) {}

  /** Counts anything that came. @returns false when this socket is to be cut off. */
  packet(): boolean {
    return this.own.take('packets', PACKETS).waitMs === 0;
  }

  /** Counts an event. @returns how long to wait before the next, milliseconds; 0 when it is heeded. */
  event(): number {
    return this.own.take('events', EVENTS).waitMs || this.takeOfVisitor().waitMs;
  }
}
