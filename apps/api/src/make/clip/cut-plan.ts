import type { FrameTable, ShownFrames } from './picture/frame-table.js';

/** How a clip's video is assembled: encoded frames, copied packets, encoded frames. */
export interface CutPlan {
  /** Frames to encode before the copied part. */
  readonly head: number;
  /** Packets to copy, by index in the table; `to` is exclusive. */
  readonly copied: { readonly from: number; readonly to: number };
  /** Frames to encode after the copied part. */
  readonly tail: number;
}

/** With fewer frames to copy, everything is encoded, because joints cost more than they save. */
const LEAST_COPIED = 12;

/**
 * Decides which of a clip's packets can be copied: from the first clean key frame, for as long as
 * the packets in decoding order also form a run in display order. A prefix of a GOP always decodes.
 * Frames that depend on frames after the clip are left out.
 * @returns null if everything has to be encoded.
 */
export function cutPlan({ packets }: FrameTable, shown: ShownFrames): CutPlan | null {
  const order = new Map(shown.pts.map((pts, index) => [pts, index]));
  const from = firstCleanKey(packets, order);
  const head = from === null ? undefined : order.get(packets[from]?.pts ?? NaN);
  if (from === null || head === undefined) {
    return null;
  }
  let [to, latest] = [from, -1];
  for (let at = from; at < packets.length; at += 1) {
    const place = order.get(packets[at]?.pts ?? NaN);
    if (place === undefined || packets[at]?.isHidden === true) {
      break;
    }
    latest = Math.max(latest, place);
    to = latest - head === at - from ? at + 1 : to;
  }
  const tail = shown.pts.length - head - (to - from);
  return to - from < LEAST_COPIED ? null : { head, copied: { from, to }, tail };
}

/** The first key frame across which no frame moves between decoding order and display order. */
function firstCleanKey(
  packets: FrameTable['packets'],
  order: ReadonlyMap<number, number>,
): number | null {
  const earliestAfter: number[] = [];
  for (let at = packets.length - 1, earliest = Infinity; at >= 0; at -= 1) {
    earliestAfter[at] = earliest;
    earliest = Math.min(earliest, packets[at]?.pts ?? -Infinity);
  }
  let latestBefore = -Infinity;
  for (const [at, { pts, isKey, isHidden }] of packets.entries()) {
    if (pts === null) {
      return null;
    }
    const isClean = latestBefore < pts && pts < (earliestAfter[at] ?? Infinity);
    if (isKey && !isHidden && isClean && order.has(pts)) {
      return at;
    }
    latestBefore = Math.max(latestBefore, pts);
  }
  return null;
}
