import type {
  EntryStanding,
  ErrorValues,
  MergeStage,
  MergeState,
  MergeStep,
} from '@dipper/contract';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { timestamp, wholeNumber } from '../../infra/database/columns.js';
import type { Span } from '../../source/client/source-damaged.js';
import { asDamage } from './damage.js';

/**
 * A task. It is stored when it starts, or earlier if no offer has its id. The recipe (up to
 * megabytes of segment URLs) is not loaded; only claiming a task returns it.
 */
@Entity('merge_task')
export class MergeTask {
  @PrimaryColumn('text', { name: 'task_id' })
  taskId!: string;

  @Column('text')
  kind!: string;

  /** Equal for tasks that would make the same file; '' once the task has been forgotten. */
  @Column('text', { name: 'share_key' })
  shareKey!: string;

  @Column('jsonb', { select: false })
  recipe!: unknown;

  @Column('text', { name: 'file_name' })
  fileName!: string;

  @Column('text')
  status!: MergeState;

  @Column('text', { nullable: true })
  stage!: MergeStage | null;

  /** The task's steps with their shares of the work; null for tasks from older versions. */
  @Column('jsonb', { nullable: true })
  steps!: MergeStep[] | null;

  /** The highest progress shown, 0-100. */
  @Column('real')
  progress!: number;

  @Column('double precision', { nullable: true })
  speed!: number | null;

  @Column('integer', { name: 'eta_seconds', nullable: true })
  etaSeconds!: number | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode!: string | null;

  @Column('text', { name: 'error_message', nullable: true })
  errorMessage!: string | null;

  /**
   * Values for the placeholders in the error message, for clients that have their own wording for
   * the code; null if the message has no placeholders.
   */
  @Column('jsonb', { name: 'error_values', nullable: true })
  errorValues!: ErrorValues | null;

  @Column('boolean', { name: 'accepts_damage' })
  acceptsDamage!: boolean;

  /** Damage in the source, which made the task fail or is part of the file; null if undamaged. */
  @Column('jsonb', { nullable: true, transformer: asDamage })
  damage!: readonly Span[] | null;

  @Column('jsonb', { nullable: true })
  entries!: EntryStanding[] | null;

  @Column('integer')
  attempts!: number;

  @Column('text', { name: 'worker_id', nullable: true })
  workerId!: string | null;

  @Column('text', { name: 'run_id', nullable: true })
  runId!: string | null;

  @Column({ ...timestamp, name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column({ ...wholeNumber, name: 'combined_bytes', nullable: true })
  combinedBytes!: number | null;

  /** The file's name in the store. Several tasks may share a file. */
  @Column('text', { name: 'file_id', nullable: true })
  fileId!: string | null;

  @Column({ ...wholeNumber, name: 'file_bytes', nullable: true })
  fileBytes!: number | null;

  @Column({ ...timestamp, name: 'queued_at' })
  queuedAt!: Date;

  @Column({ ...timestamp, name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column({ ...timestamp, name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /**
   * Seconds until the file expires, by the database's clock, which all processes share; 0 after
   * expiry.
   */
  @VirtualColumn({
    type: 'integer',
    query: (task) =>
      `SELECT greatest(0, ceil(extract(epoch FROM ${task}.expires_at - now())))::int
       WHERE ${task}.expires_at IS NOT NULL`,
  })
  expiresInSeconds!: number | null;

  /** A keyed hash that identifies the waiting visitor; null if unknown, and after the end. */
  @Column('text', { nullable: true })
  visitor!: string | null;

  @Column('text', { name: 'source_host', nullable: true })
  sourceHost!: string | null;

  /** True if the status was last requested more than a minute ago, according to the row. */
  @VirtualColumn({
    type: 'boolean',
    query: (task) => `SELECT ${task}.asked_at < now() - interval '1 minute'`,
  })
  askedLongAgo!: boolean;
}
