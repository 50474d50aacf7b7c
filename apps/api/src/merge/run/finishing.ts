/** What joining and the check together are reckoned to take at first, bytes a second. */
const SPEED = 60 * 1024 * 1024;
/** The check's part of that time. */
const CHECK_PART = 0.25;
/** Below this share of the output its own speed says nothing yet. */
const SURE_SHARE = 0.05;
/** Less is over before it is read, seconds. */
const WORTH_TELLING = 3;

/** How long the work after fetching takes: reckoned by its bytes, then by how it goes. Has no clock. */
export class Finishing {
  private mergingSinceMs: number | null = null;
  private checkingSinceMs: number | null = null;

  /** All of it, seconds. @param bytes of the streams. */
  whole(bytes: number): number {
    return bytes / SPEED;
  }

  isWorthTelling(bytes: number): boolean {
    return this.whole(bytes) >= WORTH_TELLING;
  }

  /** What is left while joining. @param written share of the output, 0-1. */
  whileMerging(bytes: number, written: number, nowMs: number): number {
    this.mergingSinceMs ??= nowMs;
    const elapsed = (nowMs - this.mergingSinceMs) / 1000;
    const joining =
      written < SURE_SHARE
        ? this.whole(bytes) * (1 - CHECK_PART) - elapsed
        : (elapsed * (1 - written)) / written;
    return Math.max(0, joining) + this.whole(bytes) * CHECK_PART;
  }

  /** What is left while checking. */
  whileChecking(bytes: number, nowMs: number): number {
    this.checkingSinceMs ??= nowMs;
    const elapsed = (nowMs - this.checkingSinceMs) / 1000;
    return Math.max(0, this.whole(bytes) * CHECK_PART - elapsed);
  }
}
