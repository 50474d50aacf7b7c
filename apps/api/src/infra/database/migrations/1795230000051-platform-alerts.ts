import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last message sent to the operator about each platform, so that no message is sent twice. */
export class PlatformAlerts1795230000051 implements MigrationInterface {
  readonly name = 'PlatformAlerts1795230000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform_alert (
        site text PRIMARY KEY,
        is_failing boolean NOT NULL,
        told_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform_alert');
  }
}
