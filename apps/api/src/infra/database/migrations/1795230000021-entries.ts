import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the entries of a bundle stand: every process that is asked says the same. */
export class Entries1795230000021 implements MigrationInterface {
  readonly name = 'Entries1795230000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD COLUMN entries jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task DROP COLUMN entries');
  }
}
