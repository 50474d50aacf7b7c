import type { MergeStage, MergeState } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MergePlan } from '../extract/merge-plan.js';
import { moment, wholeNumber } from '../infra/database/columns.js';

/** A task from its start on. Before that it is only an id that an extraction handed out. */
@Entity('merge_task')
export class MergeTask {
  @PrimaryColumn('text', { name: 'task_id' })
  taskId!: string;

  /** The same for every task that would make the same file. */
  @Column('text', { name: 'source_key' })
  sourceKey!: string;

  @Column('jsonb')
  plan!: MergePlan;

  @Column('text')
  status!: MergeState;

  @Column('text', { nullable: true })
  stage!: MergeStage | null;

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

  @Column('integer')
  attempts!: number;

  @Column('text', { name: 'worker_id', nullable: true })
  workerId!: string | null;

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
}
