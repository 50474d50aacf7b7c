/** Injection token of the queue. */
export const JOB_QUEUE = Symbol('JOB_QUEUE');

/** Runs one job; the queue passes nothing but its id. A rejection is reported, never retried here. */
export type JobHandler = (id: string) => Promise<void>;

/**
 * Triggers work; it is not the truth about it. The truth of a task is its row in the database: a
 * queue may lose an id (Redis emptied, a crash) or give one twice, and the handler copes with both.
 * Both adapters pass `queue/testing/job-queue-suite.ts`.
 */
export interface JobQueue {
  /** Adds a job. The same id while it waits or runs is one job; after its end it may come again. */
  add(id: string): Promise<void>;
  /** Starts to take jobs, at most `concurrency` at once. Called once. */
  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void;
  /** Resolves when the queue would take a job now, rejects when not. */
  ping(): Promise<void>;
  /** Takes no more jobs and resolves when the running ones have ended. Called again: the same. */
  close(): Promise<void>;
}
