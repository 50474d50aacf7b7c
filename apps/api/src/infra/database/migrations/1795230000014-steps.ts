import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The steps of a task with their shares of the work: every process that is asked says the same. */
export class Steps1795230000014 implements MigrationInterface {
  readonly name = 'Steps1795230000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD COLUMN steps jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task DROP COLUMN steps');
  }
}
