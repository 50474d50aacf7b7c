import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that were opened long ago and never confirmed are looked for regularly. */
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
