/** Removed by one statement, so that nobody waits for it. */
const BATCH = 1000;

/**
 * Removes rows in statements of a bounded size.
 * @param remove removes at most so many, and says how many it has
 * @param batch tests take fewer
 */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  batch = BATCH,
): Promise<void> {
  while ((await remove(batch)) === batch) {
    // As many as fit into one statement: there may be more.
  }
}
