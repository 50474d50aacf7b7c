/** A reading that needs a lane, by those who wait for it: several may have asked for one page. */
export interface Reading {
  readonly visitors: ReadonlySet<string>;
}

/** How things stand: who waits, who has a lane, and who was served last. */
export interface Standing<R extends Reading> {
  /** All lanes, taken and free. */
  readonly lanes: number;
  readonly running: readonly R[];
  /** In the order they came. */
  readonly waiting: readonly R[];
  /** Rising numbers, by visitor; those who were not served have none. */
  readonly served: ReadonlyMap<string, number>;
  /** False where one visitor may take all lanes. */
  readonly shares: boolean;
}

/**
 * Whose turn it is: the visitor with the fewest lanes, among these the one who was served longest
 * ago, so that somebody's fortieth page stands behind another's first.
 *
 * A visitor gets another lane only while more are free than they have: half of all at most, and
 * whoever comes next still finds one. There are twice as many lanes as cores, and reading a page is
 * mostly waiting, so that half of them costs one visitor alone next to nothing.
 * @returns null when nobody who waits may have a lane now.
 */
export function nextTurn<R extends Reading>(standing: Standing<R>): R | null {
  const { lanes, running, waiting, served, shares } = standing;
  const free = lanes - running.length;
  const held = countByVisitor(running);
  let next: { reading: R; held: number; served: number } | null = null;
  for (const reading of free > 0 ? waiting : []) {
    for (const visitor of reading.visitors) {
      const rank = { reading, held: held.get(visitor) ?? 0, served: served.get(visitor) ?? 0 };
      const isBefore =
        next === null ||
        rank.held < next.held ||
        (rank.held === next.held && rank.served < next.served);
      if (isBefore && (!shares || rank.held < free)) {
        next = rank;
      }
    }
  }
  return next?.reading ?? null;
}

/**
 * How long somebody who comes now would wait for a lane, milliseconds: those before them are their
 * own, and of each other visitor as many as take turns with them.
 * @param typicalMs how long a lane is taken.
 */
export function expectedWaitMs<R extends Reading>(
  visitor: string,
  standing: Standing<R>,
  typicalMs: number,
): number {
  const { lanes, running, waiting, shares } = standing;
  const held = countByVisitor(running).get(visitor) ?? 0;
  const free = lanes - running.length;
  const queued = countByVisitor(waiting);
  const own = queued.get(visitor) ?? 0;
  if (own === 0 && free > (shares ? held : 0)) {
    return 0;
  }
  queued.delete(visitor);
  const others = [...queued.values()].reduce((sum, count) => sum + Math.min(count, own + 1), 0);
  const share = shares ? Math.ceil(lanes / 2) : lanes;
  return typicalMs * Math.max((others + own + 1) / lanes, (held + own + 1 - share) / share);
}

/** Where one that waits stands in the line. */
export interface InLine<R> {
  readonly reading: R;
  /** Until it gets a lane, as far as can be told now. */
  readonly waitMs: number;
}

/**
 * Those who wait, in the order in which they get lanes if nobody comes or leaves: whoever comes with
 * fewer lanes than others goes before them.
 * @param typicalMs how long a lane is taken.
 */
export function lineOf<R extends Reading>(standing: Standing<R>, typicalMs: number): InLine<R>[] {
  const { lanes, running, waiting, served, shares } = standing;
  const before = countByVisitor(running);
  const share = shares ? Math.ceil(lanes / 2) : lanes;
  const ranked = waiting.map((reading) => {
    let rank = { turn: Infinity, served: Infinity };
    for (const visitor of reading.visitors) {
      const turn = before.get(visitor) ?? 0;
      before.set(visitor, turn + 1);
      const own = { turn, served: served.get(visitor) ?? 0 };
      rank = compareRanks(own, rank) < 0 ? own : rank;
    }
    return { reading, ...rank };
  });
  // Of equals the one who came first: the sort is stable.
  return ranked.sort(compareRanks).map(({ reading, turn }, at) => ({
    reading,
    waitMs: typicalMs * Math.max((at + 1) / lanes, (turn + 1 - share) / share),
  }));
}

interface Rank {
  readonly turn: number;
  readonly served: number;
}

function compareRanks(one: Rank, other: Rank): number {
  return one.turn === other.turn ? one.served - other.served : one.turn - other.turn;
}

function countByVisitor(readings: readonly Reading[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { visitors } of readings) {
    for (const visitor of visitors) {
      counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
    }
  }
  return counts;
}
