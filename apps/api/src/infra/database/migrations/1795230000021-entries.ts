import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The state of each entry in a bundle, so that all processes report the same, and how much has been
 * prepared for each visitor.
 */
export class Entries1795230000021 implements MigrationInterface {
  readonly name = 'Entries1795230000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD COLUMN entries jsonb');
    await runner.query(
      `CREATE INDEX merge_task_prepared ON merge_task (visitor) WHERE status = 'prepared'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX merge_task_prepared');
    await runner.query('ALTER TABLE merge_task DROP COLUMN entries');
  }
}
