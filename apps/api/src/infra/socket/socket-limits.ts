import type { Bucket, TakeResult } from '../limits/bucket.js';
import { Buckets } from '../limits/buckets.js';
import { OpenCounts } from '../limits/open-counts.js';

/** How many sockets one visitor may have open: enough for the tabs of a whole household. */
const MAX_OPEN = 50;
/** How often one visitor may connect. A page reconnects at most once a second. */
const HANDSHAKES: Bucket = { size: 120, refillMs: 60_000 };
/**
 * The events that one socket may send. A page with the maximum number of tasks joins or leaves all
 * their rooms at the same time, and polls each task every ten seconds.
 */
const EVENTS: Bucket = { size: 40, refillMs: 4000 };
/** The events that all sockets of a visitor may send together. Each may cost a database query. */
const VISITOR_EVENTS: Bucket = { size: 400, refillMs: 8000 };
/**
 * The packets that one socket may send before it is disconnected. This is far more than any page
 * sends, and includes refused packets.
 */
const PACKETS: Bucket = { size: 300, refillMs: 15_000 };

/**
 * The socket limits of each visitor. They are counted in this process, because it holds the
 * visitor's connections.
 */
export class SocketLimits {
  private readonly open = new OpenCounts();
  private readonly handshakes = new Buckets();
  private readonly visitorEvents = new Buckets();

  /**
   * Counts a handshake.
   * @returns how long to wait before the next one, in milliseconds; 0 if this one is accepted
   */
  handshake(visitor: string): number {
    const { waitMs } = this.handshakes.take(visitor, HANDSHAKES);
    // We can't know when one of the visitor's sockets will close, so this is just a short wait.
    return this.open.of(visitor) >= MAX_OPEN ? Math.max(waitMs, 10_000) : waitMs;
  }

  /** Counts an open socket. @returns a function to call once, when the socket has closed */
  opened(visitor: string): () => void {
    return this.open.add(visitor);
  }

  ofSocket(visitor: string): SocketBuckets {
    return new SocketBuckets(() => this.visitorEvents.take(visitor, VISITOR_EVENTS));
  }
}

/** The packets and events that one socket may still send. */
export class SocketBuckets {
  private readonly own = new Buckets({ max: 2 });

  constructor(private readonly takeOfVisitor: () => TakeResult) {}

  /** Counts a packet of any kind. @returns false if this socket should be disconnected */
  packet(): boolean {
    return this.own.take('packets', PACKETS).waitMs === 0;
  }

  /**
   * Counts an event.
   * @returns how long to wait before the next one, in milliseconds; 0 if this one is accepted
   */
  event(): number {
    return this.own.take('events', EVENTS).waitMs || this.takeOfVisitor().waitMs;
  }
}
