import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the process that runs a task continue the trace of the request that started it. */
export class TraceParents1795230000064 implements MigrationInterface {
  readonly name = 'TraceParents1795230000064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merge_task ADD trace_parent text');
    await runner.query('ALTER TABLE extraction ADD trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE extraction DROP COLUMN trace_parent');
    await runner.query('ALTER TABLE merge_task DROP COLUMN trace_parent');
  }
}
