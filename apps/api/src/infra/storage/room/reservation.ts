import type { DomainError } from '../../errors/domain-error.js';

interface Books {
  promise(run: Reservation, bytes: number): Promise<void>;
  spend(bytes: number): void;
  checkLimit(): void;
}

/** The disk space of one run, in bytes. */
export class Reservation {
  /** The reserved bytes. */
  bytes = 0;
  written = 0;
  private readonly abort = new AbortController();

  /** @param name the run's name, the same in all processes */
  constructor(
    readonly name: string,
    private readonly books: Books,
    readonly release: () => void,
  ) {}

  /**
   * How much of our limit this run takes up: the reserved bytes, or the written bytes if there are
   * more.
   */
  get held(): number {
    return Math.max(this.bytes, this.written);
  }

  /** Aborted with DISK_FULL if the volume is so full that the run has to give up its space. */
  get ended(): AbortSignal {
    return this.abort.signal;
  }

  end(reason: DomainError): void {
    this.abort.abort(reason);
  }

  /**
   * Reserves this many bytes in total. A smaller number changes nothing.
   * @throws DomainError DISK_FULL; the run then keeps what it had
   */
  async growTo(bytes: number): Promise<void> {
    if (bytes > this.bytes) {
      await this.books.promise(this, bytes);
    }
  }

  /**
   * Counts bytes that were written or (if negative) removed.
   * @throws DomainError DISK_FULL if the bytes exceed both the reservation and our limit, or leave
   * too little free space
   */
  count(bytes: number): void {
    this.written += bytes;
    this.books.spend(bytes);
    this.checkLimit(bytes);
  }

  /**
   * Counts bytes that an earlier run has left behind. The free space on the volume already
   * reflects them.
   * @throws DomainError DISK_FULL if the bytes exceed both the reservation and our limit
   */
  countKept(bytes: number): void {
    this.written += bytes;
    this.checkLimit(bytes);
  }

  private checkLimit(bytes: number): void {
    if (bytes > 0 && this.written > this.bytes) {
      this.books.checkLimit();
    }
  }
}
