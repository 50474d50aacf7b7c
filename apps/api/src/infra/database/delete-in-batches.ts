import type { EntityManager } from 'typeorm';

/** Rows deleted per statement, so that no statement blocks others for long. */
export const BATCH = 1000;

/**
 * Deletes rows with statements of limited size.
 * @param sql a DELETE whose last parameter is how many rows it may delete
 * @param parameters those before the last one
 * @param batch smaller in tests
 */
export async function deleteInBatches(
  database: Pick<EntityManager, 'query'>,
  sql: string,
  parameters: readonly unknown[] = [],
  batch = BATCH,
): Promise<void> {
  let deleted: number;
  do {
    const [, count]: [unknown, number] = await database.query(sql, [...parameters, batch]);
    deleted = count;
  } while (deleted === batch);
}
