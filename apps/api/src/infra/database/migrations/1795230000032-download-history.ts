import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One index per sort order. Sizes have two, because unknown sizes come last in either direction.
 */
const SORTS = {
  date: 'downloaded_at, id',
  title: 'title_key, id',
  platform: 'platform, id',
  size_up: 'file_size, id',
  size_down: 'file_size DESC NULLS LAST, id DESC',
};

export class DownloadHistory1795230000032 implements MigrationInterface {
  readonly name = 'DownloadHistory1795230000032';

  async up(runner: QueryRunner): Promise<void> {
    // Have the table vacuumed often, because an index-only count needs pages that a vacuum has
    // visited.
    await runner.query(`
      CREATE TABLE download_history (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        task_id text,
        url text NOT NULL,
        title text NOT NULL,
        title_key text COLLATE "C" NOT NULL,
        platform text COLLATE "C" NOT NULL,
        format text NOT NULL,
        quality text,
        file_size bigint,
        duration double precision,
        status text NOT NULL,
        thumbnail_url text,
        thumbnail_page text,
        downloaded_at timestamptz NOT NULL DEFAULT now(),
        posted_at timestamptz,
        UNIQUE (task_id, account_id)
      ) WITH (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.01)`);
    for (const [name, columns] of Object.entries(SORTS)) {
      await runner.query(
        `CREATE INDEX download_history_${name} ON download_history (account_id, ${columns})`,
      );
    }
    await runner.query(
      `CREATE INDEX download_history_open ON download_history (account_id) WHERE status = 'in_progress'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE download_history');
  }
}
