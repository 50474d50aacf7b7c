import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the regular search for old, unconfirmed accounts. */
export class UnconfirmedAccounts1795230000033 implements MigrationInterface {
  readonly name = 'UnconfirmedAccounts1795230000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX account_unconfirmed ON account (created_at) WHERE verified_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX account_unconfirmed');
  }
}
