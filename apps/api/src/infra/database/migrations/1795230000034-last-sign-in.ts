import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last sign-in of each account, so that accounts in use are not removed. */
export class LastSignIn1795230000034 implements MigrationInterface {
  readonly name = 'LastSignIn1795230000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account ADD signed_in_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account DROP COLUMN signed_in_at');
  }
}
