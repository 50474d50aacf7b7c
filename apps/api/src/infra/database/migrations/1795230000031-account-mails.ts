import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Account emails that are due, and hashes of the tokens in their links. A sent email is kept for an
 * hour, because of the limit per address.
 */
export class AccountMails1795230000031 implements MigrationInterface {
  readonly name = 'AccountMails1795230000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_mail_due (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        email text NOT NULL,
        origin text NOT NULL,
        brand_host text NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        run_id text,
        sent_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX account_mail_due_open ON account_mail_due (due_at) WHERE sent_at IS NULL',
    );
    await runner.query('CREATE INDEX account_mail_due_email ON account_mail_due (email, kind, id)');
    await runner.query('CREATE INDEX account_mail_due_sent ON account_mail_due (sent_at)');
    await runner.query(`
      CREATE TABLE mail_token (
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        kind text NOT NULL,
        hash text NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, kind)
      )`);
    await runner.query('CREATE INDEX mail_token_expires ON mail_token (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_token, account_mail_due');
  }
}
