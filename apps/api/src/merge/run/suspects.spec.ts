import type { ClaimedTask, ClaimLimits } from '../task/task-records.js';
import { Suspects } from './suspects.js';

/** Waiting tasks, each given as the number of its runs that died. */
function setUp(...waiting: number[]) {
  const suspects = new Suspects();
  const claim = ({ mostDeaths = 0 }: Pick<ClaimLimits, 'mostDeaths'>) => {
    const at = waiting.findIndex((deaths) => deaths <= mostDeaths);
    const [deaths] = at === -1 ? [] : waiting.splice(at, 1);
    return Promise.resolve(deaths === undefined ? null : ({ deaths } as ClaimedTask));
  };
  const next = async (): Promise<number | null> => (await suspects.claim(claim))?.deaths ?? null;
  const end = (deaths: number): void => suspects.ended({ deaths });
  return { next, end, arrive: (deaths: number) => void waiting.push(deaths) };
}

describe('Suspects', () => {
  it('runs tasks whose earlier run died one at a time, alongside other tasks', async () => {
    const { next, end } = setUp(1, 1, 0, 0);
    expect([await next(), await next(), await next()]).toEqual([1, 0, 0]);
    expect(await next()).toBeNull();
    end(1);
    expect(await next()).toBe(1);
  });

  it('runs only one such task, even if two claims are concurrent', async () => {
    const { next } = setUp(1, 1, 0);
    expect(await Promise.all([next(), next(), next()])).toEqual([1, 0, null]);
  });

  it('runs a task alone if two of its runs died', async () => {
    const { next, end } = setUp(2, 0);
    expect(await next()).toBe(0);
    expect(await next()).toBeNull();
    end(0);
    expect(await next()).toBe(2);
  });

  it('starts no other task while one must run alone', async () => {
    const waiting = [2];
    const suspects = new Suspects();
    const claim = ({ mostDeaths = 0 }: Pick<ClaimLimits, 'mostDeaths'>) => {
      const [deaths = Infinity] = waiting;
      return Promise.resolve(
        deaths <= mostDeaths ? ({ deaths: waiting.shift() } as ClaimedTask) : null,
      );
    };
    const both = await Promise.all([suspects.claim(claim), suspects.claim(claim)]);
    expect(both.map((task) => task?.deaths ?? null)).toEqual([2, null]);
    waiting.push(0);
    expect(await suspects.claim(claim)).toBeNull();
    suspects.ended({ deaths: 2 });
    expect(await suspects.claim(claim)).toMatchObject({ deaths: 0 });
  });

  it('lets other tasks run beside one that has run alone for 10 minutes, but no suspects', async () => {
    jest.useFakeTimers();
    try {
      const { next, arrive } = setUp(2);
      expect(await next()).toBe(2);
      [2, 1, 0].forEach(arrive);
      jest.advanceTimersByTime(599_999);
      expect(await next()).toBeNull();
      jest.advanceTimersByTime(1);
      expect([await next(), await next()]).toEqual([0, null]);
    } finally {
      jest.useRealTimers();
    }
  });
});
