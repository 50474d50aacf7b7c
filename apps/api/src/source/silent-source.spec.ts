import { HostBudget } from './lanes/host-budget.js';
import { fetchPiece } from './lanes/over-lanes.js';
import { Pace } from './client/pace.js';
import { ManualClock } from './testing/manual-clock.js';

const pace = {
  idle: <T>(work: () => Promise<T>) => work(),
  asking: <T>(work: () => Promise<T>) => work(),
};

describe('a source that always stops at the same position', () => {
  it('is given up on if its host is known to be fast', async () => {
    const clock = new ManualClock();
    const share = new HostBudget(clock).join('http://a.example/', { owner: {} });
    let [tries, arrived] = [0, 0];
    const fetching = fetchPiece(
      share,
      { order: 0, arrived: () => arrived, pace, signal: new AbortController().signal },
      (lane) => {
        tries += 1;
        lane.opened();
        // Without byte ranges, the source starts over and never gets further.
        arrived = 50_000;
        lane.received(50_000);
        return new Promise((_, reject) => {
          lane.signal.addEventListener('abort', () => reject(lane.signal.reason as Error));
          queueMicrotask(() => clock.advance(6_000));
        });
      },
    );
    await expect(fetching).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    // The first attempt made progress.
    expect(tries).toBe(5);
  });

  describe('Pace', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    const judge = (bytes: number): unknown[] => {
      const given: unknown[] = [];
      const watch = new Pace((error) => given.push(error));
      for (let round = 0; round < 6; round += 1) {
        watch.received(bytes);
        jest.advanceTimersByTime(20_000);
        watch.received(-bytes);
      }
      watch.stop();
      return given;
    };

    it('does not count the same bytes as progress', () => {
      expect(judge(50_000)).toMatchObject([{ code: 'SOURCE_TIMEOUT' }]);
    });

    it('waits for a source that starts over but catches up quickly', () => {
      expect(judge(5_000_000)).toEqual([]);
    });
  });
});
