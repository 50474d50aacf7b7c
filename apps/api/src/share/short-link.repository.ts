import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { deleteInBatches } from '../infra/database/delete-in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { ShortLink } from './short-link.entity.js';

/** A link to create. The database adds the day. */
type NewLink = Omit<ShortLink, 'usedOn'>;

type OpenedLink = Pick<ShortLink, 'params' | 'picturePage'>;

interface LinkWithPicture {
  readonly id: string;
  readonly picturePage: string;
}

const UNIQUE_VIOLATION = '23505';
/** Uses the database's clock, because a process whose clock is ahead must not remove all links. */
const TODAY = `(now() AT TIME ZONE 'utc')::date`;

/** How long a link is kept after it was last created or opened, days. */
const KEPT_DAYS = 365;
/**
 * The maximum number of links (8 GiB in the worst case). Beyond it, the least recently used are
 * removed.
 */
const KEPT_LINKS = 1_000_000;

@Injectable()
export class ShortLinkRepository {
  constructor(@InjectRepository(ShortLink) private readonly rows: Repository<ShortLink>) {}

  /**
   * Returns the id of the link with these params: the given id, or the existing link's. It is a
   * single statement, so one of several concurrent calls creates the row, and the others find it.
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
   * Removes links that have not been used for a long time, and those beyond the most recently used.
   * Skips links that are being opened, or removed by another process. With few rows this is cheap;
   * every ten minutes, so that a flood of links can't exceed `KEPT_LINKS` by much.
   * @param kept number of links to keep; smaller in tests
   */
  @Sweep({ name: 'short-links', everyMs: 600_000 })
  async removeOld(kept = KEPT_LINKS, batch?: number): Promise<void> {
    const remove = (which: string, value: number): Promise<void> =>
      deleteInBatches(
        this.rows,
        `DELETE FROM short_link WHERE id IN (SELECT id FROM short_link ${which})`,
        [value],
        batch,
      );
    await remove(`WHERE used_on < ${TODAY} - $1::int LIMIT $2 FOR UPDATE SKIP LOCKED`, KEPT_DAYS);
    await remove('ORDER BY used_on DESC OFFSET $1 LIMIT $2', kept);
  }
}
