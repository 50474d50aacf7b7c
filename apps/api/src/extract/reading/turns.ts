/**
 * A read that needs a slot, and the visitors who wait for it. Several visitors may have requested
 * the same page.
 */
export interface PageRead {
  readonly visitors: ReadonlySet<string>;
}

interface LineState<R extends PageRead> {
  /** The number of all slots, whether taken or free. */
  readonly slots: number;
  readonly running: readonly R[];
  /** In the order of arrival. */
  readonly waiting: readonly R[];
  /**
   * A number for each visitor who was served, which increases with time. Missing for visitors who
   * were not served.
   */
  readonly served: ReadonlyMap<string, number>;
  /** False if one visitor may hold all slots. */
  readonly shares: boolean;
}

/**
 * Chooses whose turn it is: the visitor with the fewest slots and, among those, the visitor who has
 * not been served for the longest time. So one visitor's fortieth page comes after another
 * visitor's first. A visitor gets another slot only while more slots are free than the visitor
 * holds. So a visitor can hold at most half of the slots, and the next visitor still finds one.
 * There are twice as many slots as cores, and reading a page is mostly waiting, so a single visitor
 * loses almost nothing.
 * @returns null if nobody in line may have a slot now
 */
export function nextTurn<R extends PageRead>(line: LineState<R>): R | null {
  const { slots, running, waiting, served, shares } = line;
  const free = slots - running.length;
  const held = countByVisitor(running);
  let next: { read: R; held: number; served: number } | null = null;
  for (const read of free > 0 ? waiting : []) {
    for (const visitor of read.visitors) {
      const rank = { read, held: held.get(visitor) ?? 0, served: served.get(visitor) ?? 0 };
      const isBefore =
        next === null ||
        rank.held < next.held ||
        (rank.held === next.held && rank.served < next.served);
      if (isBefore && (!shares || rank.held < free)) {
        next = rank;
      }
    }
  }
  return next?.read ?? null;
}

/**
 * How long a new arrival would have to wait for a slot, in milliseconds. The visitor's own reads
 * come first, and as many reads of each other visitor, because visitors take turns.
 * @param typicalMs how long a slot is held
 */
export function expectedWaitMs<R extends PageRead>(
  visitor: string,
  line: LineState<R>,
  typicalMs: number,
): number {
  const { slots, running, waiting, shares } = line;
  const held = countByVisitor(running).get(visitor) ?? 0;
  const free = slots - running.length;
  const queued = countByVisitor(waiting);
  const own = queued.get(visitor) ?? 0;
  if (own === 0 && free > (shares ? held : 0)) {
    return 0;
  }
  queued.delete(visitor);
  const others = [...queued.values()].reduce((sum, count) => sum + Math.min(count, own + 1), 0);
  const share = shares ? Math.ceil(slots / 2) : slots;
  return typicalMs * Math.max((others + own + 1) / slots, (held + own + 1 - share) / share);
}

interface InLine<R> {
  readonly read: R;
  readonly waitMs: number;
}

/**
 * The waiting reads in the order in which they will get slots if nobody comes or leaves. New
 * visitors who have fewer slots will come first.
 * @param typicalMs how long a slot is held
 */
export function lineOf<R extends PageRead>(line: LineState<R>, typicalMs: number): InLine<R>[] {
  const { slots, running, waiting, served, shares } = line;
  const before = countByVisitor(running);
  const share = shares ? Math.ceil(slots / 2) : slots;
  const ranked = waiting.map((read) => {
    let rank = { turn: Infinity, served: Infinity };
    for (const visitor of read.visitors) {
      const turn = before.get(visitor) ?? 0;
      before.set(visitor, turn + 1);
      const own = { turn, served: served.get(visitor) ?? 0 };
      rank = compareRanks(own, rank) < 0 ? own : rank;
    }
    return { read, ...rank };
  });
  // The sort is stable: among equals, the first to arrive comes first.
  return ranked.sort(compareRanks).map(({ read, turn }, at) => ({
    read,
    waitMs: typicalMs * Math.max((at + 1) / slots, (turn + 1 - share) / share),
  }));
}

interface Rank {
  readonly turn: number;
  readonly served: number;
}

function compareRanks(one: Rank, other: Rank): number {
  return one.turn === other.turn ? one.served - other.served : one.turn - other.turn;
}

function countByVisitor(reads: readonly PageRead[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { visitors } of reads) {
    for (const visitor of visitors) {
      counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
    }
  }
  return counts;
}
