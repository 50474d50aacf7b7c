import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that are kept for longer because they are in a podcast feed. */
export class FilesKeptForFeeds1795230000088 implements MigrationInterface {
  readonly name = 'FilesKeptForFeeds1795230000088';

  async up(runner: QueryRunner): Promise<void> {
    // When the file would expire if it were in no feed; null if the feeds change nothing.
    await runner.query('ALTER TABLE merge_task ADD ordinary_expires_at timestamptz');
    await runner.query('ALTER TABLE podcast_item ADD kept_seconds bigint NOT NULL DEFAULT 0');
    await runner.query('CREATE INDEX podcast_item_task ON podcast_item (task_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX podcast_item_task');
    await runner.query('ALTER TABLE podcast_item DROP kept_seconds');
    await runner.query('ALTER TABLE merge_task DROP ordinary_expires_at');
  }
}
