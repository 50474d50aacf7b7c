/** Initial estimate of the speed of joining and verifying together, in bytes per second. */
const SPEED = 60 * 1024 * 1024;
/** The share of verification in that time. */
const CHECK_PART = 0.25;
/** Until this share of the output is written, the measured speed is unreliable. */
const SURE_SHARE = 0.05;
/**
 * The shortest remaining time to show, in seconds. A shorter one would disappear before it could be
 * read.
 */
const WORTH_TELLING = 3;

/**
 * Estimates how long the work after fetching takes: at first from the size, later from the measured
 * speed. It has no clock; callers pass the time.
 */
export class FinishingEstimate {
  private merging: { readonly sinceMs: number; readonly written: number } | null = null;
  private checkingSinceMs: number | null = null;
  private publishingSinceMs: number | null = null;

  /** Total time in seconds. @param bytes size of the streams. */
  whole(bytes: number): number {
    return bytes / SPEED;
  }

  isWorthTelling(bytes: number): boolean {
    return this.whole(bytes) >= WORTH_TELLING;
  }

  /** Time left while joining, in seconds. @param written share of the output, 0-1. */
  whileMerging(bytes: number, written: number, nowMs: number): number {
    // Some of the output may have been written while the sources arrived.
    this.merging ??= { sinceMs: nowMs, written };
    const elapsed = (nowMs - this.merging.sinceMs) / 1000;
    const since = written - this.merging.written;
    const joining =
      since < SURE_SHARE
        ? this.whole(bytes) * (1 - CHECK_PART) - elapsed
        : (elapsed * (1 - written)) / since;
    return Math.max(0, joining) + this.whole(bytes) * CHECK_PART;
  }

  /**
   * Time left while the file is being uploaded, in seconds; null while the speed is unknown.
   * @param stored share of the file, 0-1.
   */
  whilePublishing(stored: number, nowMs: number): number | null {
    this.publishingSinceMs ??= nowMs;
    const elapsed = (nowMs - this.publishingSinceMs) / 1000;
    return stored < SURE_SHARE ? null : (elapsed * (1 - stored)) / stored;
  }

  /** Time left while verifying, in seconds. */
  whileChecking(bytes: number, nowMs: number): number {
    this.checkingSinceMs ??= nowMs;
    const elapsed = (nowMs - this.checkingSinceMs) / 1000;
    return Math.max(0, this.whole(bytes) * CHECK_PART - elapsed);
  }
}
