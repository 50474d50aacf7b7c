import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Private podcast feeds of accounts. */
export class PodcastFeeds1795230000087 implements MigrationInterface {
  readonly name = 'PodcastFeeds1795230000087';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE podcast_feed (
        account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        secret text NOT NULL,
        hash text NOT NULL UNIQUE
      )`);
    await runner.query(`
      CREATE TABLE podcast_item (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        task_id text NOT NULL,
        title text NOT NULL,
        author text NOT NULL,
        url text NOT NULL,
        duration_seconds double precision,
        file_name text NOT NULL,
        type text NOT NULL,
        bytes bigint NOT NULL,
        added_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (account_id, task_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE podcast_item, podcast_feed');
  }
}
