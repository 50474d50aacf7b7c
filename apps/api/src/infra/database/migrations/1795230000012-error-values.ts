import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The number in a task's error message, for pages that phrase the message themselves. */
export class ErrorValues1795230000012 implements MigrationInterface {
  readonly name = 'ErrorValues1795230000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD COLUMN error_values jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task DROP COLUMN error_values');
  }
}
