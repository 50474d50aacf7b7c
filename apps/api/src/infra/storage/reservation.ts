import type { DomainError } from '../http/domain-error.js';

/** Who keeps the books. */
interface Books {
  promise(run: Reservation, bytes: number): Promise<void>;
  spend(bytes: number): void;
  checkLimit(): void;
}

/** The room of one run, bytes. */
export class Reservation {
  /** Promised to it. */
  bytes = 0;
  /** On the disk. */
  written = 0;
  private readonly abort = new AbortController();

  constructor(
    private readonly books: Books,
    readonly release: () => void,
  ) {}

  /** Aborted, with DISK_FULL, when the volume has become so full that the run must give up its room. */
  get ended(): AbortSignal {
    return this.abort.signal;
  }

  /** Takes the room back. */
  end(reason: DomainError): void {
    this.abort.abort(reason);
  }

  /**
   * Makes sure that it may grow to so much in all; less than before changes nothing.
   * @throws DomainError DISK_FULL, and keeps what it had.
   */
  async growTo(bytes: number): Promise<void> {
    if (bytes > this.bytes) {
      await this.books.promise(this, bytes);
    }
  }

  /**
   * Counts bytes that came or (negative) went.
   * @throws DomainError DISK_FULL when they are beyond what was promised and beyond what we may keep,
   *   or leave too little of the volume.
   */
  count(bytes: number): void {
    this.written += bytes;
    this.books.spend(bytes);
    this.checkLimit(bytes);
  }

  /**
   * Counts bytes that an earlier run has left: the volume's free space knows of them.
   * @throws DomainError DISK_FULL when they are beyond what was promised and beyond what we may keep.
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
