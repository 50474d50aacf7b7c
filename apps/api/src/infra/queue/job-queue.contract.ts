import { setTimeout as delay } from 'node:timers/promises';
import type { JobQueue } from './job-queue.port.js';

/** Waits until something is true; fails the test by name of what never came true. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !holds(); await delay(5)) {
    if (Date.now() > end) {
      throw new Error(`never: ${what}`);
    }
  }
}

/** A handler whose jobs end when told to. */
function controlled(): {
  started: string[];
  running: () => number;
  release: (id: string) => void;
  handler: (id: string) => Promise<void>;
} {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    running: () => ends.size,
    release: (id) => {
      const end = ends.get(id);
      ends.delete(id);
      end?.();
    },
    handler: (id) => {
      started.push(id);
      return new Promise((resolve) => ends.set(id, resolve));
    },
  };
}

/** What every adapter of JobQueue does. `make` gives a fresh, empty queue. */
export function jobQueueContract(make: () => JobQueue): void {
  let queue: JobQueue;
  const noFailure = (id: string, error: unknown): void => {
    throw new Error(`${id} failed: ${String(error)}`);
  };
  beforeEach(() => {
    queue = make();
  });
  afterEach(() => queue.close());

  it('starts a job only after add has resolved', async () => {
    const seen: string[] = [];
    queue.process(1, (id) => Promise.resolve(void seen.push(`run ${id}`)), noFailure);
    await queue.add('a').then(() => seen.push('added a'));
    await until('a ran', () => seen.length === 2);
    expect(seen).toEqual(['added a', 'run a']);
  });

  it('runs jobs that were added before anybody took them', async () => {
    const jobs = controlled();
    await queue.add('early');
    queue.process(1, jobs.handler, noFailure);
    await until('early started', () => jobs.started.includes('early'));
    jobs.release('early');
  });

  it('takes one id once while it waits or runs, and again after its end', async () => {
    const jobs = controlled();
    queue.process(2, jobs.handler, noFailure);
    await Promise.all(Array.from({ length: 20 }, () => queue.add('same')));
    await until('same started', () => jobs.started.length > 0);
    await queue.add('same');
    await delay(100);
    expect(jobs.started).toEqual(['same']);
    jobs.release('same');
    await until('same can come again', () => {
      void queue.add('same');
      return jobs.started.length === 2;
    });
    jobs.release('same');
  });

  it('never runs more at once than it was told', async () => {
    const jobs = controlled();
    queue.process(2, jobs.handler, noFailure);
    const ids = ['1', '2', '3', '4', '5'];
    await Promise.all(ids.map((id) => queue.add(id)));
    const most: number[] = [];
    for (let done = 0; done < ids.length; done += 1) {
      await until('the next job runs', () => jobs.started.length > done);
      most.push(jobs.running());
      jobs.release(jobs.started[done] ?? '');
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(2);
    expect([...jobs.started].sort()).toEqual(ids);
  });

  it('reports a failing job and goes on with the next', async () => {
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
    await until('good ran', () => done.length === 1);
    expect(failures).toEqual(['bad: why']);
  });

  it('answers a ping until it is closed', async () => {
    await expect(queue.ping()).resolves.toBeUndefined();
  });

  it('waits at close for what runs, and starts nothing more', async () => {
    const jobs = controlled();
    queue.process(1, jobs.handler, noFailure);
    await queue.add('running');
    await queue.add('waiting');
    await until('running started', () => jobs.started.length === 1);
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    await delay(100);
    expect(closed).toBe(false);
    jobs.release('running');
    await closing;
    expect(jobs.started).toEqual(['running']);
    await expect(queue.add('late')).rejects.toThrow();
  });
}
