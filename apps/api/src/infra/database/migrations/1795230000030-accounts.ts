import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1795230000030 implements MigrationInterface {
  readonly name = 'Accounts1795230000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account (
        id text PRIMARY KEY,
        email text NOT NULL UNIQUE,
        username text NOT NULL,
        password_hash text NOT NULL,
        verified_at timestamptz,
        profile jsonb NOT NULL,
        tier text NOT NULL DEFAULT 'free',
        saved_on date,
        saved_count integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE account_session (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        remembered boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX account_session_account ON account_session (account_id)');
    await runner.query('CREATE INDEX account_session_expires ON account_session (expires_at)');
    await runner.query(`
      CREATE TABLE refresh_token (
        hash text PRIMARY KEY,
        session_id text NOT NULL REFERENCES account_session (id) ON DELETE CASCADE,
        issued_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz
      )`);
    await runner.query('CREATE INDEX refresh_token_session ON refresh_token (session_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refresh_token, account_session, account');
  }
}
