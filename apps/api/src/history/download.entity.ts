import type { HistoryItem } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment, wholeNumber } from '../infra/database/columns.js';

/** A download that an account keeps. Texts are as they came, bounded: pages show them as text. */
@Entity('download_history')
export class Download {
  /** Counted by the database; breaks ties of every order. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** Of the task that makes its file; null where the source itself serves the file. */
  @Column('text', { name: 'task_id', nullable: true })
  taskId!: string | null;

  /** The page that it came from, in its canonical spelling. */
  @Column('text')
  url!: string;

  @Column('text')
  title!: string;

  /** What the title is sorted by (`titleKey`). */
  @Column('text', { name: 'title_key' })
  titleKey!: string;

  /** An id, or the host of another site. */
  @Column('text')
  platform!: string;

  @Column('text')
  format!: HistoryItem['format'];

  @Column('text', { nullable: true })
  quality!: string | null;

  /** Bytes; while it is made, as far as is known. */
  @Column({ ...wholeNumber, name: 'file_size', nullable: true })
  fileSize!: number | null;

  /** Seconds. */
  @Column('double precision', { nullable: true })
  duration!: number | null;

  @Column('text')
  status!: HistoryItem['status'];

  @Column('text', { name: 'thumbnail_url', nullable: true })
  thumbnailUrl!: string | null;

  /** The page that it was handed out for; null where it was not handed out here, so it is not relayed. */
  @Column('text', { name: 'thumbnail_page', nullable: true })
  thumbnailPage!: string | null;

  @Column({ ...moment, name: 'downloaded_at' })
  downloadedAt!: Date;

  /** When the page last told of it; null where only the start of its task did. */
  @Column({ ...moment, name: 'posted_at', nullable: true })
  postedAt!: Date | null;
}
