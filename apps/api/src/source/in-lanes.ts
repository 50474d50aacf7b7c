/**
 * Works through a list over a number of lanes that may change under way. The first failure ends the
 * others, and whatever happens nothing runs on after this has returned.
 * @param lanes how many may be at work now, 1 or more.
 * @param work is told when it is no longer wanted, and ends soon then.
 * @throws the first failure.
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: () => number,
  work: (item: T, failed: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const running = new Set<Promise<void>>();
  const failed = new AbortController();
  for (let next = waiting.next(); ;) {
    while (next.done !== true && !failed.signal.aborted && running.size < lanes()) {
      const one: Promise<void> = work(next.value, failed.signal)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => running.delete(one));
      running.add(one);
      next = waiting.next();
    }
    if (running.size === 0) {
      break;
    }
    await Promise.race(running);
  }
  failed.signal.throwIfAborted();
}
