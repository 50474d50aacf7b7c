import { oneLine } from '@dipper/media';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { SavedDownloads } from '../auth/account/saved-downloads.js';
import { Download } from './download.entity.js';
import { matchesPost, matchesTask, type RecordedDownload } from './same-download.js';

export interface ReportedDownload extends Omit<
  Download,
  'id' | 'titleKey' | 'downloadedAt' | 'postedAt'
> {
  /** Where the report came from: the page ('post') or the start of its task ('start'). */
  readonly by: 'post' | 'start';
}

/**
 * The outcome of a report: it was saved as a new row, added to a known row, or refused because the
 * account saves no history ('off') or has reached its daily limit.
 */
export type RecordOutcome = 'saved' | 'known' | 'off' | { readonly limit: number };

/**
 * The number of rows from the last day that are searched for a duplicate. Nobody downloads more in
 * a day.
 */
const RECENT = 200;

@Injectable()
export class DownloadRecordRepository {
  constructor(
    @InjectRepository(Download) private readonly rows: Repository<Download>,
    private readonly saved: SavedDownloads,
  ) {}

  /**
   * Saves a download, or completes the row that it already has. Locks the account's row, so that
   * two concurrent reports create one row, and so that the daily limit holds.
   * @param limitOf how many downloads an account of this tier may save per day; null for any number
   */
  record(
    report: ReportedDownload,
    limitOf: (tier: string) => number | null,
  ): Promise<RecordOutcome> {
    return this.rows.manager.transaction(async (manager) => {
      const tier = await this.saved.lock(manager, report.accountId);
      if (tier === null) {
        return 'off';
      }
      const known = await this.find(manager, report);
      if (known !== null) {
        await (report.by === 'post' && (report.taskId === null || known.taskId === report.taskId)
          ? this.fill(manager, known.id, report)
          : this.attach(manager, known.id, report));
        return 'known';
      }
      const limit = limitOf(tier);
      if (!(await this.saved.take(manager, report.accountId, limit))) {
        return { limit: limit ?? 0 };
      }
      await this.add(manager, report);
      return 'saved';
    });
  }

  /**
   * Finds the row of the same download: by its task, or else by a likely match
   * (`same-download.ts`).
   */
  private async find(
    manager: EntityManager,
    { accountId, taskId, ...report }: ReportedDownload,
  ): Promise<(RecordedDownload & { id: string }) | null> {
    const columns = `SELECT id, task_id AS "taskId", url, format, quality,
      extract(epoch FROM now() - posted_at)::float8 AS "postedSecondsAgo" FROM download_history`;
    const ask = (
      where: string,
      values: unknown[],
    ): Promise<(RecordedDownload & { id: string })[]> =>
      manager.query(`${columns} WHERE ${where}`, values);
    const [own] =
      taskId === null ? [] : await ask('task_id = $1 AND account_id = $2', [taskId, accountId]);
    if (own !== undefined) {
      return own;
    }
    const recent = await ask(
      `account_id = $1 AND downloaded_at > now() - interval '1 day'
       ORDER BY downloaded_at DESC, id DESC LIMIT ${RECENT}`,
      [accountId],
    );
    return recent.find((row) => (taskId === null ? matchesPost : matchesTask)(row, report)) ?? null;
  }

  private async add(manager: EntityManager, report: ReportedDownload): Promise<void> {
    await manager.query(
      `INSERT INTO download_history (account_id, task_id, url, title, title_key, platform, format,
         quality, file_size, duration, status, thumbnail_url, thumbnail_page, posted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${postedAt(report)})`,
      [report.accountId, ...valuesOf(report)],
    );
  }

  /** Adds the data that a page has reported to a row. Values that the row already has are kept. */
  private async fill(manager: EntityManager, id: string, report: ReportedDownload): Promise<void> {
    const { quality, fileSize, duration, thumbnailUrl, thumbnailPage } = report;
    await manager.query(
      `UPDATE download_history SET posted_at = now(), quality = coalesce(quality, $2::text),
         file_size = coalesce(file_size, $3::bigint),
         duration = coalesce(duration, $4::double precision),
         thumbnail_page = CASE WHEN thumbnail_url IS NULL THEN $6::text ELSE thumbnail_page END,
         thumbnail_url = coalesce(thumbnail_url, $5::text)
       WHERE id = $1`,
      [id, quality, fileSize, duration, thumbnailUrl, thumbnailPage],
    );
  }

  /** Adds the data of a task to a row. A failed download counts as in progress again. */
  private async attach(
    manager: EntityManager,
    id: string,
    report: ReportedDownload,
  ): Promise<void> {
    await manager.query(
      `UPDATE download_history SET task_id = $2, url = $3, title = $4, title_key = $5, platform = $6,
         format = $7, quality = coalesce($8::text, quality),
         file_size = coalesce($9::bigint, file_size),
         duration = coalesce($10::double precision, duration),
         downloaded_at = CASE WHEN status = 'failed' THEN now() ELSE downloaded_at END,
         status = $11, posted_at = coalesce(${postedAt(report)}, posted_at),
         thumbnail_page = CASE WHEN $12::text IS NULL THEN thumbnail_page ELSE $13::text END,
         thumbnail_url = coalesce($12::text, thumbnail_url)
       WHERE id = $1`,
      [id, ...valuesOf(report)],
    );
  }
}

function postedAt({ by }: ReportedDownload): string {
  return by === 'post' ? 'now()' : 'NULL';
}

function valuesOf(report: ReportedDownload): unknown[] {
  const { taskId, url, title, platform, format, quality } = report;
  const { fileSize, duration, status, thumbnailUrl, thumbnailPage } = report;
  return [
    ...[taskId, url, title, titleKey(title), platform, format, quality],
    ...[fileSize, duration, status, thumbnailUrl, thumbnailPage],
  ];
}

/** The number of characters that decide the order of two titles. Keeps index entries small. */
const KEY_LENGTH = 60;

/**
 * The sort key of a title: without case and accents, and with digits and letters in their standard
 * form.
 */
function titleKey(title: string): string {
  const folded = title
    .slice(0, 4 * KEY_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return [...oneLine(folded)].slice(0, KEY_LENGTH).join('');
}
