import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The steps of a task and each step's share of the work, so that all processes report the same. */
export class Steps1795230000014 implements MigrationInterface {
  readonly name = 'Steps1795230000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD COLUMN steps jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task DROP COLUMN steps');
  }
}
