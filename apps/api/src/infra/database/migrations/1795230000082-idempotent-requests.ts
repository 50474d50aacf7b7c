import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests with an Idempotency-Key. Neither the key nor the reply can be read from a row. */
export class IdempotentRequests1795230000082 implements MigrationInterface {
  readonly name = 'IdempotentRequests1795230000082';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_request (
        id text PRIMARY KEY,
        fingerprint text NOT NULL,
        reply text,
        begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX idempotent_request_begun ON idempotent_request (begun_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_request');
  }
}
