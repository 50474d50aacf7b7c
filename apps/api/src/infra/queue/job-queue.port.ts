/** Injection token of the queue. */
export const JOB_QUEUE = Symbol('JOB_QUEUE');

/** Runs one job, given only its id. A rejection is reported, never retried here. */
export type JobHandler = (id: string) => Promise<void>;

/**
 * Triggers work, but is not the source of truth: that is the task's row in the database. A queue
 * may lose an id (Redis emptied, a crash) or deliver it twice, and the handler copes with both.
 * Both adapters pass `queue/testing/job-queue-suite.ts`.
 */
export interface JobQueue {
  /**
   * Adds a job. An id that is waiting or running is not added twice; after its end it may be added
   * again.
   */
  add(id: string): Promise<void>;
  /** Starts taking jobs, at most `concurrency` at once. Called once. */
  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void;
  /** Resolves when the queue would accept a job now, else rejects. */
  ping(): Promise<void>;
  /** Takes no more jobs, and resolves when the running ones have ended. Idempotent. */
  close(): Promise<void>;
}
