import { picture } from '../../extract/testing/recorded-page.js';
import { type Arrived, ArrivingWork, type Ends } from './arriving-work.js';

const MIB = 2 ** 20;
const ARRIVED: Arrived = { probes: [], found: [] };
const FROM_DISK: Arrived = { probes: [], found: [] };
const SOURCE = { path: '/work/source-0', bytes: 1000 };

describe('ArrivingWork', () => {
  let removed: number;
  let read: string[];
  let ends: Ends;
  /** True if the attempt had not failed when `fromDisk` was called. */
  let stillWorks: boolean;
  const { signal } = new AbortController();
  /** An attempt whose source has arrived and whose file is written immediately. */
  const written = (): ArrivingWork => attempt({}, SOURCE.bytes);
  const attempt = (plan: { isSlow?: boolean }, bytes: number): ArrivingWork => {
    removed = 0;
    read = [];
    const work = new ArrivingWork(
      { sources: [picture()], ...plan },
      { signal },
      {
        whileArriving: (_, signals) => {
          ends = signals;
          return Promise.resolve(ARRIVED);
        },
        fromDisk: (sources) => {
          stillWorks = !ends.attempt.aborted;
          read = sources.map(({ path }) => path);
          return Promise.resolve(FROM_DISK);
        },
        remove: () => {
          removed += 1;
          return Promise.resolve();
        },
      },
    );
    work.follower.sized(0, bytes);
    work.follower.arrived(0, SOURCE.path, bytes);
    return work;
  };

  it('keeps a file that was written before the fetch ended', async () => {
    expect(await written().finish([SOURCE])).toBe(ARRIVED);
    expect([removed, ends.attempt.aborted]).toEqual([0, false]);
  });

  it('removes a file if the bytes it was written from are discarded later', async () => {
    const work = written();
    work.follower.arrived(0, SOURCE.path, 0);
    expect(ends.attempt.aborted).toBe(true);
    work.follower.arrived(0, SOURCE.path, SOURCE.bytes);
    expect(await work.finish([SOURCE])).toBeNull();
    expect(removed).toBe(1);
  });

  it('removes a file if the complete source differs from the bytes that it was written from', async () => {
    expect(await written().finish([{ ...SOURCE, bytes: 999 }])).toBeNull();
    expect([removed, read]).toEqual([1, []]);
  });

  it('writes a file that is far behind its source again from the disk, unless writing takes long anyway', async () => {
    const large = { ...SOURCE, bytes: 600 * MIB };
    expect(await attempt({}, large.bytes).finish([large])).toBe(FROM_DISK);
    expect([removed, read]).toEqual([1, [SOURCE.path]]);
    expect([ends.whileArriving.aborted, stillWorks]).toEqual([true, true]);
    expect(await attempt({ isSlow: true }, large.bytes).finish([large])).toBe(ARRIVED);
    expect([removed, read]).toEqual([0, []]);
  });

  it('does not use what is known of discarded bytes for a large file that came in their place', async () => {
    const large = { ...SOURCE, bytes: 600 * MIB };
    const work = attempt({}, large.bytes);
    work.follower.arrived(0, SOURCE.path, 0);
    work.follower.arrived(0, SOURCE.path, large.bytes);
    expect(await work.finish([large])).toBeNull();
    expect([removed, read]).toEqual([1, []]);
  });

  it('stops everything if the complete source differs from what arrived', async () => {
    let stopped = false;
    const until = (end: AbortSignal): Promise<null> =>
      new Promise((resolve) => {
        end.addEventListener('abort', () => {
          stopped = true;
          resolve(null);
        });
      });
    const steps = { whileArriving: (_: unknown, { attempt: end }: Ends) => until(end) };
    const work = new ArrivingWork(
      { sources: [picture(), picture()] },
      { signal },
      { ...steps, fromDisk: () => Promise.resolve(null), remove: () => Promise.resolve() },
    );
    expect(await work.finish([SOURCE, SOURCE])).toBeNull();
    expect(stopped).toBe(true);
  });

  it('removes a file if the fetch fails later', async () => {
    await written().stop();
    expect(removed).toBe(1);
  });
});
