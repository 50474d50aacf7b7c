import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merge tasks. This table, not the queue, is the source of truth. */
export class MergeTasks1795230000001 implements MigrationInterface {
  readonly name = 'MergeTasks1795230000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE merge_task (
        task_id text PRIMARY KEY,
        source_key text NOT NULL,
        plan jsonb NOT NULL,
        status text NOT NULL,
        stage text,
        progress real NOT NULL DEFAULT 0,
        speed double precision,
        eta_seconds integer,
        error_code text,
        error_message text,
        attempts integer NOT NULL DEFAULT 0,
        worker_id text,
        run_id text,
        lease_until timestamptz,
        combined_bytes bigint,
        file_id text,
        file_bytes bigint,
        queued_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        expires_at timestamptz
      )`);
    await runner.query(
      `CREATE INDEX merge_task_open ON merge_task (queued_at) WHERE status IN ('queued', 'processing')`,
    );
    await runner.query(
      `CREATE INDEX merge_task_twin ON merge_task (source_key) WHERE status = 'complete'`,
    );
    await runner.query('CREATE INDEX merge_task_expiry ON merge_task (expires_at)');
    await runner.query('CREATE INDEX merge_task_file ON merge_task (file_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE merge_task');
  }
}
