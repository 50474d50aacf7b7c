import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Damage in a source: its location, and whether the visitor accepts it. */
export class Damage1795230000011 implements MigrationInterface {
  readonly name = 'Damage1795230000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merge_task
        ADD COLUMN accepts_damage boolean NOT NULL DEFAULT false,
        ADD COLUMN damage jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without this column, damaged files can't be told from good ones, so expire them.
    await runner.query(`
      UPDATE merge_task SET status = 'error', error_code = 'FILE_EXPIRED', file_id = NULL, file_bytes = NULL
      WHERE status = 'complete' AND damage IS NOT NULL`);
    await runner.query('ALTER TABLE merge_task DROP COLUMN accepts_damage, DROP COLUMN damage');
  }
}
