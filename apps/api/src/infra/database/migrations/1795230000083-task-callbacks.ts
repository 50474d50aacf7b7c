import type { MigrationInterface, QueryRunner } from 'typeorm';

/** URLs to call at the end of tasks, and the secrets that sign these calls. */
export class TaskCallbacks1795230000083 implements MigrationInterface {
  readonly name = 'TaskCallbacks1795230000083';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE task_callback (
        id text PRIMARY KEY,
        task_id text NOT NULL,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        url text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        type text,
        payload jsonb,
        attempts integer NOT NULL DEFAULT 0,
        last_status integer,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        begun_at timestamptz,
        due_at timestamptz,
        run_id text,
        lease_until timestamptz
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX task_callback_waiting ON task_callback (task_id, account_id)
       WHERE state = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX task_callback_due ON task_callback (due_at) WHERE state = 'due'`,
    );
    await runner.query(
      'CREATE INDEX task_callback_account ON task_callback (account_id, created_at)',
    );
    await runner.query('CREATE INDEX task_callback_age ON task_callback (created_at)');
    await runner.query(`
      CREATE TABLE webhook_secret (
        account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        secret text NOT NULL,
        previous text,
        rotated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_callback, webhook_secret');
  }
}
