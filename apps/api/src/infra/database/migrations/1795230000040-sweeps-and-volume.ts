import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When each sweep was last started by any process, and the id of the volume that holds the tasks'
 * files.
 */
export class SweepsAndVolume1795230000040 implements MigrationInterface {
  readonly name = 'SweepsAndVolume1795230000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE sweep (name text PRIMARY KEY, begun_at timestamptz NOT NULL)');
    await runner.query(`
      CREATE TABLE media_volume (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        id text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE media_volume');
    await runner.query('DROP TABLE sweep');
  }
}
