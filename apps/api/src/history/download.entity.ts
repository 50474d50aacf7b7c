import type { HistoryItem } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp, wholeNumber } from '../infra/database/columns.js';

/**
 * A download saved in an account's history. Texts are stored as received, with bounded lengths;
 * pages show them as plain text.
 */
@Entity('download_history')
export class Download {
  /** Assigned by the database; breaks ties in every sort order. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** The task that makes its file; null when the source serves the file directly. */
  @Column('text', { name: 'task_id', nullable: true })
  taskId!: string | null;

  /** Its original page, in canonical form. */
  @Column('text')
  url!: string;

  @Column('text')
  title!: string;

  /** Sort key of the title (`titleKey`). */
  @Column('text', { name: 'title_key' })
  titleKey!: string;

  /** A platform id, or the host of another site. */
  @Column('text')
  platform!: string;

  @Column('text')
  format!: HistoryItem['format'];

  @Column('text', { nullable: true })
  quality!: string | null;

  /** Bytes; an estimate until the file is made. */
  @Column({ ...wholeNumber, name: 'file_size', nullable: true })
  fileSize!: number | null;

  /** Seconds. */
  @Column('double precision', { nullable: true })
  duration!: number | null;

  @Column('text')
  status!: HistoryItem['status'];

  @Column('text', { name: 'thumbnail_url', nullable: true })
  thumbnailUrl!: string | null;

  /**
   * The page the thumbnail was issued for; null when it was not issued here and so is not relayed.
   */
  @Column('text', { name: 'thumbnail_page', nullable: true })
  thumbnailPage!: string | null;

  @Column({ ...timestamp, name: 'downloaded_at' })
  downloadedAt!: Date;

  /** When the page last reported it; null when only its task's start did. */
  @Column({ ...timestamp, name: 'posted_at', nullable: true })
  postedAt!: Date | null;
}
