/** Rows deleted per statement, so that no statement blocks others for long. */
const BATCH = 1000;

/**
 * Deletes rows with statements of limited size.
 * @param remove deletes at most this many rows and returns how many it deleted
 * @param batch smaller in tests
 */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  batch = BATCH,
): Promise<void> {
  while ((await remove(batch)) === batch) {
    // After a full batch there may be more rows.
  }
}
