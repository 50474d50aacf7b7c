import type { DomainError } from '../http/domain-error.js';

/** The bookkeeping of all runs. */
interface Books {
  promise(run: Reservation, bytes: number): Promise<void>;
  spend(bytes: number): void;
  checkLimit(): void;
}

/** The disk space of one run, bytes. */
export class Reservation {
  /** Reserved. */
  bytes = 0;
  /** On disk. */
  written = 0;
  private readonly abort = new AbortController();

  /** @param name of the run, the same in all processes. */
  constructor(
    readonly name: string,
    private readonly books: Books,
    readonly release: () => void,
  ) {}

  /** Bytes this run takes of our limit: reserved, or written where that is more. */
  get held(): number {
    return Math.max(this.bytes, this.written);
  }

  /** Aborted with DISK_FULL when the volume is so full that the run must give up its space. */
  get ended(): AbortSignal {
    return this.abort.signal;
  }

  /** Ends the run to reclaim its space. */
  end(reason: DomainError): void {
    this.abort.abort(reason);
  }

  /**
   * Reserves so much in total; a smaller amount changes nothing.
   * @throws DomainError DISK_FULL, and keeps what it had.
   */
  async growTo(bytes: number): Promise<void> {
    if (bytes > this.bytes) {
      await this.books.promise(this, bytes);
    }
  }

  /**
   * Counts bytes written or (negative) removed.
   * @throws DomainError DISK_FULL when they exceed both the reservation and our limit, or leave too
   *   little free.
   */
  count(bytes: number): void {
    this.written += bytes;
    this.books.spend(bytes);
    this.checkLimit(bytes);
  }

  /**
   * Counts bytes left by an earlier run, which the volume's free space already reflects.
   * @throws DomainError DISK_FULL when they exceed both the reservation and our limit.
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
