import PQueue from 'p-queue';
import type { JobHandler, JobQueue } from './job-queue.port.js';

/** The in-process queue, for installations without Redis. */
export class MemoryJobQueue implements JobQueue {
  private readonly ids = new Set<string>();
  private readonly queue = new PQueue({ autoStart: false });
  private handler: JobHandler | null = null;
  private onFailure: (id: string, error: unknown) => void = () => undefined;
  private closed = false;

  add(id: string): Promise<void> {
    if (this.closed) {
      return Promise.reject(new Error('the queue is closed'));
    }
    if (!this.ids.has(id)) {
      this.ids.add(id);
      // The promise of p-queue resolves when the job has run, but ours resolves when the job has
      // been added.
      void this.queue.add(() => this.run(id));
    }
    return Promise.resolve();
  }

  missing(ids: readonly string[]): Promise<string[]> {
    return Promise.resolve(ids.filter((id) => !this.ids.has(id)));
  }

  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void {
    this.handler = handler;
    this.onFailure = onFailure;
    this.queue.concurrency = concurrency;
    this.queue.start();
  }

  ping(): Promise<void> {
    return this.closed ? Promise.reject(new Error('the queue is closed')) : Promise.resolve();
  }

  pause(): void {
    this.queue.pause();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.queue.clear();
    this.queue.pause();
    await this.queue.onPendingZero();
  }

  private async run(id: string): Promise<void> {
    // Start in a later turn of the event loop, so that `add` resolves before the job begins.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await this.handler?.(id);
    } catch (error) {
      this.onFailure(id, error);
    } finally {
      this.ids.delete(id);
    }
  }
}
