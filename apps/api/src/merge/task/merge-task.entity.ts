import type {
  EntryStanding,
  ErrorValues,
  MergeStage,
  MergeState,
  MergeStep,
} from '@dipper/contract';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { moment, wholeNumber } from '../../infra/database/columns.js';
import type { Span } from '../../source/source-damaged.js';
import { asDamage } from './damage.js';

/**
 * A task: from its start on, or, when its id cannot say what it stands for, from its making. The
 * recipe (up to megabytes of segment URLs) is not read with the rest: who makes the file claims it.
 */
@Entity('merge_task')
export class MergeTask {
  @PrimaryColumn('text', { name: 'task_id' })
  taskId!: string;

  /** Kind of its recipe. */
  @Column('text')
  kind!: string;

  /** The same for every task that would make the same file; '' once all of it is forgotten. */
  @Column('text', { name: 'share_key' })
  shareKey!: string;

  @Column('jsonb', { select: false })
  recipe!: unknown;

  /** The name its file is saved under. */
  @Column('text', { name: 'file_name' })
  fileName!: string;

  @Column('text')
  status!: MergeState;

  @Column('text', { nullable: true })
  stage!: MergeStage | null;

  /** What it does, each with its share of the work; null for a task of an older version. */
  @Column('jsonb', { nullable: true })
  steps!: MergeStep[] | null;

  /** What has been shown at most, 0-100. */
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

  /** The number in that message, for clients that word the code themselves; null where it has none. */
  @Column('jsonb', { name: 'error_values', nullable: true })
  errorValues!: ErrorValues | null;

  /** The visitor takes the file even if its source is damaged. */
  @Column('boolean', { name: 'accepts_damage' })
  acceptsDamage!: boolean;

  /** Where its source is damaged: why it failed, or what its file has; null when it is not. */
  @Column('jsonb', { nullable: true, transformer: asDamage })
  damage!: readonly Span[] | null;

  /** Of a bundle: how its entries stand. */
  @Column('jsonb', { nullable: true })
  entries!: EntryStanding[] | null;

  @Column('integer')
  attempts!: number;

  @Column('text', { name: 'worker_id', nullable: true })
  workerId!: string | null;

  /** The newest run. */
  @Column('text', { name: 'run_id', nullable: true })
  runId!: string | null;

  @Column({ ...moment, name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column({ ...wholeNumber, name: 'combined_bytes', nullable: true })
  combinedBytes!: number | null;

  /** Name in the store; several tasks may share a file. */
  @Column('text', { name: 'file_id', nullable: true })
  fileId!: string | null;

  @Column({ ...wholeNumber, name: 'file_bytes', nullable: true })
  fileBytes!: number | null;

  @Column({ ...moment, name: 'queued_at' })
  queuedAt!: Date;

  @Column({ ...moment, name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column({ ...moment, name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** Counted by the database, whose clock all processes share; 0 when its time is over. */
  @VirtualColumn({
    type: 'integer',
    query: (task) =>
      `SELECT greatest(0, ceil(extract(epoch FROM ${task}.expires_at - now())))::int
       WHERE ${task}.expires_at IS NOT NULL`,
  })
  expiresInSeconds!: number | null;

  /** Who waits for it, as a keyed hash; null when that is not known, and when the task is over. */
  @Column('text', { nullable: true })
  visitor!: string | null;

  /** Host of its main source, where it has one. */
  @Column('text', { name: 'source_host', nullable: true })
  sourceHost!: string | null;

  /** Nobody has asked about it for a minute or more, as far as is noted. */
  @VirtualColumn({
    type: 'boolean',
    query: (task) => `SELECT ${task}.asked_at < now() - interval '1 minute'`,
  })
  askedLongAgo!: boolean;
}
