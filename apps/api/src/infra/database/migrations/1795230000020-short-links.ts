import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShortLinks1795230000020 implements MigrationInterface {
  readonly name = 'ShortLinks1795230000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE short_link (
        id text PRIMARY KEY,
        params_hash text NOT NULL UNIQUE,
        params jsonb NOT NULL,
        picture_page text,
        used_on date NOT NULL
      )`);
    await runner.query('CREATE INDEX short_link_used ON short_link (used_on)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE short_link');
  }
}
