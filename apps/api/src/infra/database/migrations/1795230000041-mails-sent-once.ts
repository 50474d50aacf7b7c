import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes sure that an email is sent only once: gives it an id, and records when it was handed over.
 */
export class MailsSentOnce1795230000041 implements MigrationInterface {
  readonly name = 'MailsSentOnce1795230000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account_mail_due
        ADD message_id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD handed_over_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE account_mail_due DROP COLUMN message_id, DROP COLUMN handed_over_at',
    );
  }
}
