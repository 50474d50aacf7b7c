import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, type Repository } from 'typeorm';
import { deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { currentTrace, type TraceParent } from '../../infra/tracing/tracing.js';
import type { ListTarget, StoredList } from '../list-target.js';
import { Extraction } from './extraction.entity.js';
import { grantsOf, type NewGrant } from './media-grants.js';
import { MediaGrant } from './media-grant.entity.js';
import type { OfferedFormat } from '../formats/offer.js';
import type { Hint } from '../source-info.js';

type GrantOfPage = MediaGrant &
  Pick<Extraction, 'pageUrl'> & {
    /** The pictures of the page's item, best first. */
    readonly pictures: readonly string[] | null;
  };

@Injectable()
export class ExtractionRepository {
  constructor(
    @InjectRepository(Extraction) private readonly rows: Repository<Extraction>,
    @InjectRepository(MediaGrant) private readonly grants: Repository<MediaGrant>,
  ) {}

  /**
   * Stores an extraction and its grants in a single statement.
   * @param by the current time of the clock that set the extraction's times. They are converted to
   * the database's clock, which decides when the row is removed. Null if they already are database
   * times.
   */
  async add(
    extraction: Omit<Extraction, 'id'>,
    grants: readonly NewGrant[],
    by: Date | null = null,
  ): Promise<Extraction> {
    const { urlKey, pageUrl, source, freshUntil, expiresAt } = extraction;
    const added: { id: string }[] = await this.rows.query(
      `WITH added AS (
         INSERT INTO extraction (url_key, page_url, source, fresh_until, expires_at, trace_parent)
         SELECT $1::text, $2::text, $3::jsonb, $4::timestamptz + skew, $5::timestamptz + skew, $8::text
         FROM (SELECT coalesce(now() - $7::timestamptz, interval '0') AS skew) AS clock RETURNING id
       ), granted AS (
         INSERT INTO media_grant (url_hash, kind, extraction_id, headers, file_name, size_bytes)
         SELECT "urlHash", kind, added.id, headers, "fileName", "sizeBytes"
         FROM added, jsonb_to_recordset($6) AS given (
           "urlHash" text, kind text, headers jsonb, "fileName" jsonb, "sizeBytes" bigint
         )
       )
       SELECT id FROM added`,
      [
        ...[urlKey, pageUrl, JSON.stringify(source), freshUntil, expiresAt],
        ...[JSON.stringify(grants), by, currentTrace()],
      ],
    );
    return { ...extraction, id: Number(added[0]?.id) };
  }

  /** The trace in which the page was read; null if it was not traced or has expired. */
  async traceOf(id: number): Promise<TraceParent | null> {
    const found: { parent: TraceParent | null }[] = await this.rows.query(
      'SELECT trace_parent AS parent FROM extraction WHERE id = $1',
      [id],
    );
    return found[0]?.parent ?? null;
  }

  /**
   * Finds the newest result for a link that is still fresh by the database's clock. Another process
   * may have stored it.
   * @param by the current time of this process; the returned times use the same clock
   */
  findFresh(urlKey: string, by: Date): Promise<Extraction | null> {
    return this.findBy('url_key = $2 AND fresh_until > now()', urlKey, by);
  }

  /**
   * Finds an extraction that has not expired, whether or not it is fresh. @param by as in
   * `findFresh`
   */
  find(id: number, by: Date): Promise<Extraction | null> {
    return this.findBy('id = $2 AND expires_at > now()', id, by);
  }

  /** The result of the last read of a link, whether or not it is fresh, until it expires. */
  async findHint(urlKey: string): Promise<Hint | null> {
    const found: Hint[] = await this.rows.query(
      `SELECT info ->> 'title' AS title, info ->> 'thumbnailUrl' AS "thumbnailUrl",
         info ->> 'uploader' AS uploader
       FROM (
         SELECT source -> 'info' AS info FROM extraction WHERE url_key = $1 AND expires_at > now()
         ORDER BY fresh_until DESC LIMIT 1
       ) AS last`,
      [urlKey],
    );
    return found[0] ?? null;
  }

  /**
   * Stores facts that were learned after the extraction was added. The ids and the order of the
   * offers stay the same.
   */
  async update({ id, source }: Pick<Extraction, 'id' | 'source'>): Promise<void> {
    await this.rows.query(`UPDATE extraction SET source = $2 WHERE id = $1`, [
      id,
      JSON.stringify(source),
    ]);
  }

  /** Like `update`, but also puts the new facts into the names of files that visitors save. */
  async updateWithNames({
    id,
    pageUrl,
    source,
  }: Pick<Extraction, 'id' | 'pageUrl' | 'source'>): Promise<void> {
    const grants = grantsOf(pageUrl, source).filter(({ kind }) => kind === 'media');
    await this.rows.query(
      `WITH updated AS (UPDATE extraction SET source = $2 WHERE id = $1)
       UPDATE media_grant SET file_name = "fileName"
       FROM jsonb_to_recordset($3) AS given ("urlHash" text, "fileName" jsonb)
       WHERE extraction_id = $1 AND kind = 'media' AND url_hash = "urlHash"`,
      [id, JSON.stringify(source), JSON.stringify(grants)],
    );
  }

  /** True if an extraction exists and has not expired. Its contents are not read. */
  isLive(id: number): Promise<boolean> {
    return this.rows.existsBy({ id, expiresAt: Raw((column) => `${column} > now()`) });
  }

  /** One offer of an extraction that has not expired, without reading the other offers. */
  async findOffer(id: number, offerIndex: number): Promise<OfferedFormat | null> {
    const found: OfferedFormat[] = await this.rows.query(
      `SELECT page_url AS "pageUrl", source -> 'info' AS info, source -> 'offers' -> $2::int AS offer
       FROM extraction WHERE id = $1 AND expires_at > now()`,
      [id, offerIndex],
    );
    const [offered] = found;
    return offered === undefined || offered.offer === null ? null : offered;
  }

  async findList(id: number): Promise<ListTarget | null> {
    const found: (Omit<ListTarget, 'entries' | 'total'> & { list: StoredList | null })[] =
      await this.rows.query(
        `SELECT page_url AS "pageUrl", source -> 'info' ->> 'title' AS title, source -> 'list' AS list
         FROM extraction WHERE id = $1 AND expires_at > now()`,
        [id],
      );
    const [row] = found;
    if (row === undefined || row.list === null) {
      return null;
    }
    const { list, ...rest } = row;
    return { ...rest, ...list };
  }

  /**
   * The newest grant for a URL among the extractions that have not expired, and the page on which
   * the URL was found.
   */
  async findGrant(kind: MediaGrant['kind'], urlHash: string): Promise<GrantOfPage | null> {
    const { entities, raw } = await this.grants
      .createQueryBuilder('media_grant')
      .innerJoin(Extraction, 'extraction', 'extraction.id = media_grant.extraction_id')
      .addSelect('extraction.page_url', 'page_url')
      .addSelect(`extraction.source -> 'info' -> 'pictures'`, 'pictures')
      .where('media_grant.url_hash = :urlHash AND media_grant.kind = :kind', { urlHash, kind })
      .andWhere('extraction.expires_at > now()')
      .orderBy('media_grant.extraction_id', 'DESC')
      .limit(1)
      .getRawAndEntities<{ page_url: string; pictures: GrantOfPage['pictures'] }>();
    const [[grant], [page]] = [entities, raw];
    return grant && page ? { ...grant, pageUrl: page.page_url, pictures: page.pictures } : null;
  }

  /** Removes rows that have expired by the database's clock. */
  @Sweep({ name: 'extractions', everyMs: 60_000 })
  removeExpired(): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM extraction WHERE id IN (
         SELECT id FROM extraction WHERE expires_at < now()
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
       )`,
    );
  }

  private async findBy(
    condition: string,
    value: string | number,
    by: Date,
  ): Promise<Extraction | null> {
    const found: (Omit<Extraction, 'id'> & { id: string })[] = await this.rows.query(
      `SELECT id, url_key AS "urlKey", page_url AS "pageUrl", source,
         fresh_until - (now() - $1::timestamptz) AS "freshUntil",
         expires_at - (now() - $1::timestamptz) AS "expiresAt"
       FROM extraction WHERE ${condition} ORDER BY extraction.id DESC LIMIT 1`,
      [by, value],
    );
    const [row] = found;
    return row === undefined ? null : { ...row, id: Number(row.id) };
  }
}
