import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The data for a fair queue: which visitor waits for a task (a keyed hash, removed when the task
 * ends), the task's source host, and when its status was last requested.
 */
export class Turns1795230000010 implements MigrationInterface {
  readonly name = 'Turns1795230000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merge_task
        ADD COLUMN visitor text,
        ADD COLUMN source_host text,
        ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now()`);
    await runner.query(
      `CREATE INDEX merge_task_visitor ON merge_task (visitor) WHERE status = 'queued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX merge_task_visitor');
    await runner.query(`
      ALTER TABLE merge_task DROP COLUMN visitor, DROP COLUMN source_host, DROP COLUMN asked_at`);
  }
}
