import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ShortLink } from './short-link.entity.js';

/** A link to create. The database adds the day. */
export type NewLink = Omit<ShortLink, 'usedOn'>;

export type OpenedLink = Pick<ShortLink, 'params' | 'picturePage'>;

export interface LinkWithPicture {
  readonly id: string;
  readonly picturePage: string;
}

const UNIQUE_VIOLATION = '23505';
/** Uses the database's clock, because a process whose clock is ahead must not remove all links. */
const TODAY = `(now() AT TIME ZONE 'utc')::date`;

@Injectable()
export class ShortLinkRepository {
  constructor(@InjectRepository(ShortLink) private readonly rows: Repository<ShortLink>) {}

  /**
   * Returns the id of the link with these params: the given id, or that of the existing link. A
   * single statement, so that one of several concurrent calls creates the row and the others find
   * it.
   * @returns null if a different link has the given id
   */
  async add({ id, paramsHash, params, picturePage }: NewLink): Promise<string | null> {
    try {
      const [row]: { id: string }[] = await this.rows.query(
        `INSERT INTO short_link AS known (id, params_hash, params, picture_page, used_on)
         VALUES ($1, $2, $3, $4, ${TODAY})
         ON CONFLICT (params_hash) DO UPDATE SET
           used_on = greatest(known.used_on, excluded.used_on),
           picture_page = coalesce(known.picture_page, excluded.picture_page)
         RETURNING id`,
        [id, paramsHash, JSON.stringify(params), picturePage],
      );
      return row?.id ?? null;
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) {
        return null;
      }
      throw error;
    }
  }

  /** Returns the target of a link, or null if there is none, and records the day. */
  async open(id: string): Promise<OpenedLink | null> {
    const [found]: OpenedLink[] = await this.rows.query(
      `WITH used AS (UPDATE short_link SET used_on = ${TODAY} WHERE id = $1 AND used_on < ${TODAY})
       SELECT params, picture_page AS "picturePage" FROM short_link WHERE id = $1`,
      [id],
    );
    return found ?? null;
  }

  /** The id of the link with these params, if its picture may be relayed. */
  async findPictured(paramsHash: string): Promise<LinkWithPicture | null> {
    const [found]: LinkWithPicture[] = await this.rows.query(
      `SELECT id, picture_page AS "picturePage" FROM short_link
       WHERE params_hash = $1 AND picture_page IS NOT NULL`,
      [paramsHash],
    );
    return found ?? null;
  }

  /**
   * Removes at most `limit` links that have not been used for more than `days`. Skips links that
   * are being opened, or removed by another process. @returns how many were removed
   */
  removeUnused(days: number, limit: number): Promise<number> {
    const which = `WHERE used_on < ${TODAY} - $2::int LIMIT $1 FOR UPDATE SKIP LOCKED`;
    return this.remove(which, [limit, days]);
  }

  /**
   * Removes at most `limit` links beyond the `kept` most recently used. @returns how many were
   * removed
   */
  removeBeyond(kept: number, limit: number): Promise<number> {
    return this.remove('ORDER BY used_on DESC OFFSET $2 LIMIT $1', [limit, kept]);
  }

  private async remove(which: string, values: readonly unknown[]): Promise<number> {
    const [gone]: { removed: number }[] = await this.rows.query(
      `WITH gone AS (
         DELETE FROM short_link WHERE id IN (SELECT id FROM short_link ${which}) RETURNING 1
       )
       SELECT count(*)::int AS removed FROM gone`,
      [...values],
    );
    return gone?.removed ?? 0;
  }
}
