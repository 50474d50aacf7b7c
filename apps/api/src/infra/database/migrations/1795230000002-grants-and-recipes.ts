import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves grants to their own table, and gives each task its file name. Range requests to the relay
 * and status polls then read small rows instead of the contents of a page (up to 8 MiB of JSON).
 * Also replaces the plan of a task with a recipe, which has a kind.
 */
export class GrantsAndRecipes1795230000002 implements MigrationInterface {
  readonly name = 'GrantsAndRecipes1795230000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media_grant (
        url_hash text NOT NULL,
        kind text NOT NULL,
        extraction_id bigint NOT NULL REFERENCES extraction ON DELETE CASCADE,
        headers jsonb NOT NULL,
        file_name jsonb,
        size_bytes bigint,
        PRIMARY KEY (url_hash, kind, extraction_id)
      )`);
    await runner.query('CREATE INDEX media_grant_extraction ON media_grant (extraction_id)');
    // The relay no longer accepts URLs from pages that were read earlier. A new search issues new
    // URLs.
    await runner.query('ALTER TABLE extraction DROP COLUMN granted');

    await runner.query(`
      ALTER TABLE merge_task
        ADD COLUMN kind text NOT NULL DEFAULT 'join',
        ADD COLUMN file_name text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE merge_task RENAME COLUMN plan TO recipe');
    await runner.query('ALTER TABLE merge_task RENAME COLUMN source_key TO share_key');
    await runner.query(`
      UPDATE merge_task
      SET recipe = recipe || '{"kind": "join"}', file_name = coalesce(recipe ->> 'fileName', '')
      WHERE share_key <> ''`);
    await runner.query('CREATE INDEX merge_task_run ON merge_task (run_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX merge_task_run');
    await runner.query('ALTER TABLE merge_task RENAME COLUMN share_key TO source_key');
    await runner.query('ALTER TABLE merge_task RENAME COLUMN recipe TO plan');
    await runner.query('ALTER TABLE merge_task DROP COLUMN kind, DROP COLUMN file_name');
    await runner.query(`ALTER TABLE extraction ADD COLUMN granted text[] NOT NULL DEFAULT '{}'`);
    await runner.query('CREATE INDEX extraction_granted ON extraction USING gin (granted)');
    await runner.query('DROP TABLE media_grant');
  }
}
