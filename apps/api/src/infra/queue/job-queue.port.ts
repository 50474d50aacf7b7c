export const JOB_QUEUE = Symbol('JOB_QUEUE');

/** Runs a job, given only its id. A rejection is reported; the queue never retries. */
export type JobHandler = (id: string) => Promise<void>;

/**
 * Triggers work but is not the source of truth, which is the task's row in the database. A queue
 * may lose an id (if Redis is emptied, or in a crash) or deliver it twice, so the handler has to
 * cope with both. Both adapters pass `queue/testing/job-queue-suite.ts`.
 */
export interface JobQueue {
  /**
   * Adds a job. If its id is already waiting or running, it is not added again. Once the job has
   * ended, the same id may be added again.
   */
  add(id: string): Promise<void>;
  /** Returns those of the ids that are neither waiting nor running, in the given order. */
  missing(ids: readonly string[]): Promise<string[]>;
  /** Starts taking jobs, at most `concurrency` at a time. Must be called only once. */
  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void;
  /** Resolves if the queue would accept a job now; rejects otherwise. */
  ping(): Promise<void>;
  /** Stops taking jobs but still accepts new ones, which other processes may take. Idempotent. */
  pause(): void;
  /** Stops taking jobs, and resolves when the running ones have ended. Idempotent. */
  close(): Promise<void>;
}
