/** Rows deleted per statement, so that no statement blocks others for long. */
const BATCH = 1000;

/**
 * Deletes rows in statements of a bounded size.
 * @param remove deletes at most so many and returns how many
 * @param batch smaller in tests
 */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  batch = BATCH,
): Promise<void> {
  while ((await remove(batch)) === batch) {
    // A full batch: there may be more.
  }
}
