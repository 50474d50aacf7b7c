import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contents of pages that have been read, and the media URLs that were issued for them. */
export class Extractions1795230000000 implements MigrationInterface {
  readonly name = 'Extractions1795230000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE extraction (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        url_key text NOT NULL,
        page_url text NOT NULL,
        source jsonb NOT NULL,
        granted text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        fresh_until timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX extraction_fresh ON extraction (url_key, fresh_until)');
    await runner.query('CREATE INDEX extraction_granted ON extraction USING gin (granted)');
    await runner.query('CREATE INDEX extraction_expiry ON extraction (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE extraction');
  }
}
