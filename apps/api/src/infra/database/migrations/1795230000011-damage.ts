import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A source can be damaged itself: where, and whether the visitor takes the file anyway. */
export class Damage1795230000011 implements MigrationInterface {
  readonly name = 'Damage1795230000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merge_task
        ADD COLUMN accepts_damage boolean NOT NULL DEFAULT false,
        ADD COLUMN damage jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Nobody may get a damaged file that says nothing of it any more.
    await runner.query(`
      UPDATE merge_task SET status = 'error', error_code = 'FILE_EXPIRED', file_id = NULL, file_bytes = NULL
      WHERE status = 'complete' AND damage IS NOT NULL`);
    await runner.query('ALTER TABLE merge_task DROP COLUMN accepts_damage, DROP COLUMN damage');
  }
}
