import type { HistoryItem } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp, wholeNumber } from '../infra/database/columns.js';

/**
 * A download saved in an account's history. Its texts are stored as received, up to a maximum
 * length, and pages show them as plain text.
 */
@Entity('download_history')
export class Download {
  /** Assigned by the database; breaks ties in every sort order. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** The task that makes the file; null if the source serves the file directly. */
  @Column('text', { name: 'task_id', nullable: true })
  taskId!: string | null;

  /** The original page, in canonical form. */
  @Column('text')
  url!: string;

  @Column('text')
  title!: string;

  @Column('text', { name: 'title_key' })
  titleKey!: string;

  /** A platform id, or the host of another site. */
  @Column('text')
  platform!: string;

  @Column('text')
  format!: HistoryItem['format'];

  @Column('text', { nullable: true })
  quality!: string | null;

  /** The size in bytes; an estimate until the file has been made. */
  @Column({ ...wholeNumber, name: 'file_size', nullable: true })
  fileSize!: number | null;

  /** The duration in seconds. */
  @Column('double precision', { nullable: true })
  duration!: number | null;

  @Column('text')
  status!: HistoryItem['status'];

  @Column('text', { name: 'thumbnail_url', nullable: true })
  thumbnailUrl!: string | null;

  /**
   * The page that the thumbnail was issued for. Null if this installation did not issue it, in
   * which case it is not relayed.
   */
  @Column('text', { name: 'thumbnail_page', nullable: true })
  thumbnailPage!: string | null;

  @Column({ ...timestamp, name: 'downloaded_at' })
  downloadedAt!: Date;

  /** When the page last reported the download. Null if only the start of its task was recorded. */
  @Column({ ...timestamp, name: 'posted_at', nullable: true })
  postedAt!: Date | null;
}
