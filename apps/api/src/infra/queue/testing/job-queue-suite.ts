import { waitUntil } from '../../testing/wait-until.js';
import type { JobQueue } from '../job-queue.port.js';

/** A handler whose jobs end on demand. */
class Jobs {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private isOver = false;

  readonly handler = (id: string): Promise<void> => {
    this.started.push(id);
    return this.isOver ? Promise.resolve() : new Promise((resolve) => this.ends.set(id, resolve));
  };

  get running(): number {
    return this.ends.size;
  }

  release(id: string): void {
    const end = this.ends.get(id);
    this.ends.delete(id);
    end?.();
  }

  /** Ends all jobs, including future ones, so that the queue can be closed after any test. */
  endAll(): void {
    this.isOver = true;
    this.ends.forEach((end) => end());
  }
}

/** The tests that every JobQueue adapter has to pass. `make` returns a fresh, empty queue. */
export function jobQueueContract(make: () => JobQueue): void {
  let queue: JobQueue;
  let jobs: Jobs;
  const noFailure = (id: string, error: unknown): void => {
    throw new Error(`${id} failed: ${String(error)}`);
  };
  beforeEach(() => {
    queue = make();
    jobs = new Jobs();
  });
  afterEach(() => {
    jobs.endAll();
    return queue.close();
  });

  it('starts a job only after add has resolved', async () => {
    const seen: string[] = [];
    queue.process(1, (id) => Promise.resolve(void seen.push(`run ${id}`)), noFailure);
    await queue.add('a').then(() => seen.push('added a'));
    await waitUntil(() => seen.length === 2, 'the run of a');
    expect(seen).toEqual(['added a', 'run a']);
  });

  it('runs jobs that were added before processing started', async () => {
    await queue.add('early');
    queue.process(1, jobs.handler, noFailure);
    await waitUntil(() => jobs.started.includes('early'), 'the start of early');
  });

  it('does not run an id twice while it waits or runs, but runs it again after its end', async () => {
    queue.process(2, jobs.handler, noFailure);
    await Promise.all(Array.from({ length: 20 }, () => queue.add('same')));
    await waitUntil(() => jobs.started.length > 0, 'the start of same');
    await queue.add('same');
    // Jobs run in order, so a second run of the same id would have come before this one.
    await queue.add('next');
    await waitUntil(() => jobs.started.includes('next'), 'the start of next');
    expect(jobs.started).toEqual(['same', 'next']);
    jobs.release('same');
    await waitUntil(async () => {
      // The id is not accepted again until the queue knows that the job has ended.
      await queue.add('same');
      return jobs.started.length === 3;
    }, 'the second start of same');
    expect(jobs.started).toEqual(['same', 'next', 'same']);
  });

  it('returns the ids that are neither waiting nor running', async () => {
    queue.process(1, jobs.handler, noFailure);
    await queue.add('running');
    await queue.add('waiting');
    await waitUntil(() => jobs.started.length === 1, 'the start of running');
    const ids = ['lost', 'running', 'waiting', 'other'];
    await expect(queue.missing(ids)).resolves.toEqual(['lost', 'other']);
    await expect(queue.missing([])).resolves.toEqual([]);
    jobs.release('running');
    await waitUntil(
      async () => (await queue.missing(['running'])).length === 1,
      'the end of running',
    );
  });

  it('never runs more concurrent jobs than allowed', async () => {
    queue.process(2, jobs.handler, noFailure);
    const ids = ['1', '2', '3', '4', '5'];
    await Promise.all(ids.map((id) => queue.add(id)));
    const most: number[] = [];
    for (let done = 0; done < ids.length; done += 1) {
      await waitUntil(() => jobs.started.length > done, 'the run of the next job');
      most.push(jobs.running);
      jobs.release(jobs.started[done] ?? '');
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(2);
    expect([...jobs.started].sort()).toEqual(ids);
  });

  it('reports a failed job and continues with the next', async () => {
    const failures: string[] = [];
    const done: string[] = [];
    queue.process(
      1,
      (id) =>
        id === 'bad' ? Promise.reject(new Error('why')) : Promise.resolve(void done.push(id)),
      (id, error) => failures.push(`${id}: ${(error as Error).message}`),
    );
    await queue.add('bad');
    await queue.add('good');
    await waitUntil(() => done.length === 1, 'the run of good');
    expect(failures).toEqual(['bad: why']);
  });

  it('answers a ping until it is closed', async () => {
    await expect(queue.ping()).resolves.toBeUndefined();
  });

  it('starts no more jobs once it is paused, but accepts them', async () => {
    queue.process(1, jobs.handler, noFailure);
    await queue.add('running');
    await queue.add('waiting');
    await waitUntil(() => jobs.started.length === 1, 'the start of running');
    queue.pause();
    await queue.add('late');
    jobs.release('running');
    await waitUntil(
      async () => (await queue.missing(['running'])).length === 1,
      'the end of running',
    );
    // Wait for as long as another queue takes for a job.
    const other = make();
    let isDone = false;
    other.process(1, () => Promise.resolve(void (isDone = true)), noFailure);
    await other.add('quick');
    await waitUntil(() => isDone, 'the end of quick');
    await other.close();
    expect(jobs.started).toEqual(['running']);
    await expect(queue.missing(['waiting', 'late'])).resolves.toEqual([]);
  });

  it('can be closed right after it has been paused, while a job runs', async () => {
    queue.process(1, jobs.handler, noFailure);
    await queue.add('running');
    await waitUntil(() => jobs.started.length === 1, 'the start of running');
    queue.pause();
    const closing = queue.close();
    await expect(queue.add('late')).rejects.toThrow();
    jobs.release('running');
    await closing;
    expect(jobs.started).toEqual(['running']);
  });

  it('waits for running jobs when it is closed, and starts no more', async () => {
    queue.process(1, jobs.handler, noFailure);
    await queue.add('running');
    await queue.add('waiting');
    await waitUntil(() => jobs.started.length === 1, 'the start of running');
    const idle = make();
    let isIdle = false;
    idle.process(1, () => Promise.resolve(void (isIdle = true)), noFailure);
    await idle.add('quick');
    await waitUntil(() => isIdle, 'the end of quick');
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    // Wait for as long as an idle queue takes to close.
    await idle.close();
    expect(closed).toBe(false);
    jobs.release('running');
    await closing;
    expect(jobs.started).toEqual(['running']);
    await expect(queue.add('late')).rejects.toThrow();
  });
}
