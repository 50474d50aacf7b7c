import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of searches and tasks that worked or failed, by platform and period. Rows contain no link
 * and no visitor.
 */
export class PlatformOutcomes1795230000050 implements MigrationInterface {
  readonly name = 'PlatformOutcomes1795230000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform_outcome (
        begun_at timestamptz NOT NULL,
        site text NOT NULL,
        worked int NOT NULL,
        failed int NOT NULL,
        PRIMARY KEY (begun_at, site)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform_outcome');
  }
}
