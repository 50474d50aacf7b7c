import { picture } from '../../extract/testing/recorded-page.js';
import { type Arrived, ArrivingWork, isFarBehind } from './arriving-work.js';

const MIB = 2 ** 20;
const ARRIVED: Arrived = { probes: [], found: [] };
const SOURCE = { path: '/work/source-0', bytes: 1000 };

describe('ArrivingWork', () => {
  let removed: number;
  const { signal } = new AbortController();
  /** The source arrives, and the file is written at once. */
  const written = (): ArrivingWork => {
    removed = 0;
    const work = new ArrivingWork(
      { sources: [picture()] },
      { signal },
      () => Promise.resolve(ARRIVED),
      () => {
        removed += 1;
        return Promise.resolve();
      },
    );
    work.follower.sized(0, SOURCE.bytes);
    work.follower.arrived(0, SOURCE.path, SOURCE.bytes);
    return work;
  };

  it('keeps a file that was written before the fetch ended', async () => {
    expect(await written().finish([SOURCE])).toBe(ARRIVED);
    expect(removed).toBe(0);
  });

  it('removes a file if the bytes that it was written from were discarded afterwards', async () => {
    const work = written();
    work.follower.arrived(0, SOURCE.path, 0);
    work.follower.arrived(0, SOURCE.path, SOURCE.bytes);
    expect(await work.finish([SOURCE])).toBeNull();
    expect(removed).toBe(1);
  });

  it('removes a file if another source was fetched in the end', async () => {
    expect(await written().finish([{ ...SOURCE, bytes: 999 }])).toBeNull();
    expect(removed).toBe(1);
  });

  it('removes a file if the fetch fails in the end', async () => {
    await written().stop();
    expect(removed).toBe(1);
  });
});

describe('isFarBehind', () => {
  it.each([
    ['a short file of which nothing was passed on', 13 * MIB, 13 * MIB, false],
    ['less than half of a large file', 200 * MIB, 600 * MIB, false],
    ['more than half of a large file', 301 * MIB, 600 * MIB, true],
  ])('judges %s', (_, left, bytes, expected) => {
    expect(isFarBehind(left, bytes)).toBe(expected);
  });
});
