import type { FrameTable, Shown } from './frame-table.js';

/** How a clip is put together: encoded frames, packets copied as they are, encoded frames. */
export interface CutPlan {
  /** Frames before the first that is copied. */
  readonly head: number;
  /** Packets that are copied, by their place in the table: `to` is not one of them. */
  readonly copied: { readonly from: number; readonly to: number };
  /** Frames after the last that is copied. */
  readonly tail: number;
}

/** Fewer frames than this are encoded like the rest: joints cost more than they save. */
const LEAST_COPIED = 12;

/**
 * Which packets of a clip can be copied: from the first key frame within it that nothing crosses, as
 * far as packets in the order of decoding are also the next in the order of showing. A prefix of a
 * group of pictures is always decodable; frames that refer to later ones beyond the clip are not in it.
 * @returns null when all of it has to be encoded.
 */
export function cutPlan({ packets }: FrameTable, shown: Shown): CutPlan | null {
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

/** The first key frame of the clip before which nothing is shown that is decoded later, nor after it what is decoded before. */
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
