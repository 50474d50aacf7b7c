import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { deleteInBatches } from '../database/delete-in-batches.js';
import { Sweep } from '../sweeps/sweeps.js';

/** What is stored about the first request with a key. */
interface Claim {
  /**
   * True if this request has to do the work, because it is the first, or because the process of the
   * first has died.
   */
  readonly isOurs: boolean;
  readonly fingerprint: string;
  /** The sealed reply; null while the first request is still running. */
  readonly reply: string | null;
}

/** How long a reply can be repeated. */
const KEPT_SECONDS = 86_400;
/**
 * How long a request may take, in seconds. After that, its process is assumed to have died, and a
 * repetition may do the work again.
 */
const LEASE_SECONDS = 60;

/** Stores requests with an `Idempotency-Key`. All times are the database's. */
@Injectable()
export class IdempotencyRepository {
  constructor(@InjectEntityManager() private readonly manager: EntityManager) {}

  /**
   * The statement locks the row, so only one of several concurrent requests gets it. The others
   * then read what that request has stored.
   */
  async claim(id: string, fingerprint: string): Promise<Claim> {
    const taken: unknown[] = await this.manager.query(
      `INSERT INTO idempotent_request AS known (id, fingerprint) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE
         SET fingerprint = excluded.fingerprint, reply = NULL, begun_at = clock_timestamp()
         WHERE known.begun_at <= clock_timestamp() - make_interval(secs => $3::float8)
           OR (known.reply IS NULL AND known.fingerprint = excluded.fingerprint
             AND known.begun_at <= clock_timestamp() - make_interval(secs => $4::float8))
       RETURNING id`,
      [id, fingerprint, KEPT_SECONDS, LEASE_SECONDS],
    );
    if (taken.length === 1) {
      return { isOurs: true, fingerprint, reply: null };
    }
    const [known]: Pick<Claim, 'fingerprint' | 'reply'>[] = await this.manager.query(
      'SELECT fingerprint, reply FROM idempotent_request WHERE id = $1',
      [id],
    );
    // If the first request has failed in the meantime, its row is gone.
    return known === undefined ? this.claim(id, fingerprint) : { isOurs: false, ...known };
  }

  async keep(id: string, reply: string): Promise<void> {
    await this.manager.query('UPDATE idempotent_request SET reply = $2 WHERE id = $1', [id, reply]);
  }

  /** Forgets a request that has failed, so that it can be repeated. */
  async release(id: string): Promise<void> {
    await this.manager.query('DELETE FROM idempotent_request WHERE id = $1 AND reply IS NULL', [
      id,
    ]);
  }

  @Sweep({ name: 'idempotent requests', everyMs: 3_600_000 })
  removeOld(): Promise<void> {
    return deleteInBatches(
      this.manager,
      `DELETE FROM idempotent_request WHERE id IN (
         SELECT id FROM idempotent_request
         WHERE begun_at <= now() - make_interval(secs => $1::float8) ORDER BY begun_at LIMIT $2)`,
      [KEPT_SECONDS],
    );
  }
}
