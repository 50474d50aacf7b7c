import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys of accounts. Only their hashes are stored. */
export class ApiKeys1795230000081 implements MigrationInterface {
  readonly name = 'ApiKeys1795230000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_key (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        name text NOT NULL,
        hash text NOT NULL UNIQUE,
        prefix text NOT NULL,
        scopes jsonb NOT NULL,
        requests_per_minute integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE INDEX api_key_account ON api_key (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key');
  }
}
