import { HostBusy, SourceStalled } from '../client/source-error.js';

/**
 * Number of checks (5 s) after which an almost silent connection is replaced while others deliver.
 */
const SILENT_CHECKS = 20;
/**
 * A connection that delivers fewer bytes per check than this (4 KiB/s) counts as silent if the host
 * delivers ten times as much on another lane.
 */
const SILENT_BYTES = 1024;

/** What is known about a lane (`HostLane`). */
interface WatchedLane {
  readonly isOpen: boolean;
  readonly canResume: boolean;
  bytes: number;
  silentChecks: number;
  end(reason: unknown): void;
}

/** Finds the lanes of one host that deliver almost nothing while the host delivers to others. */
export class SilentLanes {
  /** The highest average number of bytes per lane between two checks. */
  private best = 0;

  /**
   * Ends silent lanes, so that their work is repeated on others. Call it once per check.
   * @param lanes in use; their `bytes` start from 0 again
   * @param total number of bytes on all lanes since the last check
   * @param onRefused called for an ended lane that got no response at all. Some hosts queue
   *   requests instead of refusing them.
   */
  end<L extends WatchedLane>(
    lanes: ReadonlySet<L>,
    total: number,
    onRefused: (lane: L) => void,
  ): void {
    this.best = Math.max(this.best, total / Math.max(1, lanes.size));
    for (const lane of lanes) {
      const others = total - lane.bytes;
      const isFastHost = others > 10 * SILENT_BYTES || this.isKnownFast(lane);
      const isSilent =
        lane.canResume &&
        ((lane.bytes === 0 && others > 0) || (lane.bytes < SILENT_BYTES && isFastHost));
      lane.silentChecks = isSilent ? lane.silentChecks + 1 : 0;
      lane.bytes = 0;
      if (lane.silentChecks >= SILENT_CHECKS) {
        if (!lane.isOpen) {
          onRefused(lane);
        }
        lane.end(lane.isOpen ? new SourceStalled() : new HostBusy());
      }
    }
  }

  /** Whether the host is known to be fast, even if all other lanes have ended. */
  private isKnownFast({ isOpen }: WatchedLane): boolean {
    return isOpen && this.best > 10 * SILENT_BYTES;
  }
}
