import { Interrupted, SourceGone } from '../client/source-error.js';
import { ManualClock } from '../testing/manual-clock.js';
import { HostBudget } from './host-budget.js';
import type { ConnectionRules, Lane } from './host-share.js';
import { fetchPiece } from './over-lanes.js';
import type { SharedLanes } from './shared-lanes.js';

const URL_THERE = 'https://cdn.example/a.mp4';
const CHECK_MS = 250;

interface Work {
  readonly lane: Lane;
  readonly isTask: boolean;
  readonly end: () => void;
}

let clock: ManualClock;
let budget: HostBudget;
/** Lanes in use, in the order in which they were granted. */
let inUse: Work[];
/** Why lanes of playback have ended. */
let reasons: unknown[];
let visitors = 0;

beforeEach(() => {
  clock = new ManualClock();
  budget = new HostBudget(clock);
  [inUse, reasons] = [[], []];
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const count = (): [tasks: number, playback: number] => [
  inUse.filter(({ isTask }) => isTask).length,
  inUse.filter(({ isTask }) => !isTask).length,
];

function work(isTask: boolean): (lane: Lane) => Promise<void> {
  return async (lane) => {
    lane.opened();
    let mine: Work | null = null;
    await new Promise<void>((resolve, reject) => {
      mine = { lane, isTask, end: resolve };
      inUse.push(mine);
      lane.signal.addEventListener('abort', () => reject(lane.signal.reason as Error));
    }).finally(() => (inUse = inUse.filter((one) => one !== mine)));
  };
}

/** Starts a task that uses as many lanes as it gets, up to `lanes`. */
async function task(lanes: number, rules?: ConnectionRules): Promise<void> {
  const share = budget.join(URL_THERE, { owner: {}, rules });
  for (let order = 0; order < lanes; order += 1) {
    share.use(order, work(true)).catch(() => undefined);
  }
  await settle();
}

/**
 * Plays over one lane, by default for a new visitor each time.
 * @returns a function that stops
 */
async function play(visitor = `${(visitors += 1)}`): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  const { signal } = stopped;
  let ended = (): void => undefined;
  budget
    .spare(URL_THERE, { visitor, signal }, async (lane) => {
      const working = work(false)(lane);
      ended = inUse.at(-1)?.end ?? ended;
      await working;
    })
    .catch((reason: unknown) => reasons.push(reason));
  await settle();
  return () => {
    stopped.abort(new Error('stopped'));
    ended();
    return settle();
  };
}

/**
 * Advances the clock by a number of checks. Before each check, each lane of a task receives bytes.
 */
async function check(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    inUse.forEach(({ lane, isTask }) => isTask && lane.received(1000));
    clock.advance(CHECK_MS);
    await settle();
  }
}

describe('playback while a file is made', () => {
  it('takes no lane from a task that has not reached the maximum of the host', async () => {
    await task(40);
    await play();
    expect(count()).toEqual([4, 1]);
    await check(1);
    expect(count()).toEqual([8, 1]);
  });

  it('gets the last lane of the maximum, and returns it when it stops', async () => {
    await task(40);
    const stop = await play();
    await check(5);
    expect(count()).toEqual([15, 1]);
    await stop();
    expect(count()).toEqual([16, 0]);
  });

  it('gets a lane at the next check if a task uses all lanes', async () => {
    await task(40);
    await check(5);
    expect(count()).toEqual([16, 0]);
    await play();
    await check(1);
    expect(count()).toEqual([15, 1]);
  });

  it('ends its newest lanes with an error worth repeating when tasks need the room', async () => {
    await play();
    await play();
    await play();
    const [oldest] = inUse;
    expect(count()).toEqual([0, 3]);
    await task(40);
    expect(count()).toEqual([4, 3]);
    await check(5);
    expect(count()).toEqual([15, 1]);
    expect(inUse).toContain(oldest);
    expect(reasons).toEqual([expect.any(Interrupted), expect.any(Interrupted)]);
  });

  it('never exceeds the maximum of the host', async () => {
    for (let player = 0; player < 20; player += 1) {
      await play();
    }
    expect(count()).toEqual([0, 16]);
    await task(3, { first: 4, max: 16 });
    expect(count()).toEqual([3, 13]);
  });

  it('when somebody is waiting, ends only the lane that has been held for longest', async () => {
    budget.join(URL_THERE, { owner: {}, rules: { first: 1, max: 2 } });
    await play();
    await play();
    const [first, second] = inUse;
    await check(100);
    expect(inUse).toEqual([first, second]);
    await play();
    expect([count(), inUse[0]]).toEqual([[0, 2], second]);
    expect(reasons).toEqual([expect.any(Interrupted)]);
    await check(1);
    expect([count(), inUse[0]]).toEqual([[0, 2], second]);
  });

  it('keeps a lane for 15 s while others wait', async () => {
    budget.join(URL_THERE, { owner: {}, rules: { first: 1, max: 1 } });
    await play();
    await play();
    const [first] = inUse;
    await check(59);
    expect(inUse).toEqual([first]);
    await check(1);
    expect(count()).toEqual([0, 1]);
    expect(inUse).not.toContain(first);
  });

  it('gives a visitor at most two lanes, whoever else is waiting', async () => {
    await play('one');
    const stop = await play('one');
    await play('one');
    expect(count()).toEqual([0, 2]);
    await play('another');
    expect(count()).toEqual([0, 3]);
    await check(100);
    expect([count(), reasons]).toEqual([[0, 3], []]);
    await stop();
    expect(count()).toEqual([0, 3]);
  });

  it('waits for the task if the host allows only one lane', async () => {
    await task(1, { first: 1, max: 1 });
    await play();
    await check(3);
    expect(count()).toEqual([1, 0]);
    inUse[0]?.end();
    await settle();
    expect(count()).toEqual([0, 1]);
  });

  it('stops for 10 s when the host refuses a request of a task', async () => {
    await task(2);
    await play();
    inUse[0]?.lane.refused(null);
    await settle();
    expect(count()).toEqual([2, 0]);
    await play();
    await check(39);
    expect(count()).toEqual([2, 0]);
    await check(1);
    expect(count()).toEqual([2, 1]);
  });

  it('waits as long as the host requests, without a pause for tasks', async () => {
    await task(0);
    await play();
    inUse[0]?.lane.refused(30_000);
    inUse[0]?.end();
    await settle();
    await play();
    await check(119);
    await task(1);
    expect(count()).toEqual([1, 0]);
    await check(1);
    expect(count()).toEqual([1, 1]);
  });

  it('is taken into account when a task decides why its request was refused', async () => {
    await task(1);
    const share = budget.join(URL_THERE, { owner: {} });
    const [{ lane }] = inUse as [Work];
    inUse.forEach(({ end }) => end());
    await settle();
    expect(share.servesOthers(lane, 'host')).toBe(false);
    await play();
    expect(share.servesOthers(lane, 'host')).toBe(true);
    expect(share.servesOthers(lane, 'share')).toBe(false);
  });

  it('gives up its place when the visitor leaves while it waits', async () => {
    await task(1, { first: 1, max: 1 });
    const stop = await play();
    await stop();
    inUse[0]?.end();
    await settle();
    expect(count()).toEqual([0, 0]);
    expect(reasons).toEqual([new Error('stopped')]);
  });

  it('leaves no timer when it has ended', async () => {
    const stop = await play();
    expect(clock.isWatched).toBe(true);
    await stop();
    expect(clock.isWatched).toBe(false);
  });

  it('requests no more than the one lane that each process may always have', async () => {
    const wanted: number[] = [];
    const shared: SharedLanes = {
      leaseMs: 5000,
      agree: (_host, need) => {
        wanted.push(need.wanted);
        return Promise.resolve({ lanes: 1, pauseMs: 0, processes: 2 });
      },
      leave: () => undefined,
      close: () => undefined,
    };
    budget = new HostBudget(clock, shared);
    await play();
    await play();
    await check(3);
    expect(count()).toEqual([0, 1]);
    expect(new Set(wanted)).toEqual(new Set([1]));
  });

  describe('in a different process from the task', () => {
    /** End of the pause that both processes observe, by the clock. */
    let pausedUntil: number;
    let requests: string[];

    const sharing = (processes: number): SharedLanes => ({
      leaseMs: 5000,
      agree: (_host, { pauseMs }) => {
        pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs);
        const left = pausedUntil - clock.now();
        return Promise.resolve({ lanes: 1, pauseMs: left, processes });
      },
      leave: () => undefined,
      close: () => undefined,
    });

    /** Fetches from the source, which serves one connection, in another process. */
    const fetchElsewhere = (processes: number, isExpired = false): Promise<void> => {
      const share = new HostBudget(clock, sharing(processes)).join(URL_THERE, { owner: {} });
      const pace = {
        idle: <T>(work: () => Promise<T>) => work(),
        asking: <T>(work: () => Promise<T>) => work(),
      };
      const { signal } = new AbortController();
      return fetchPiece(share, { order: 0, arrived: () => 0, pace, signal }, async () => {
        await settle();
        const isRefused = isExpired || inUse.length > 0;
        requests.push(isRefused ? 'refused' : 'served');
        if (isRefused) {
          throw new SourceGone(403);
        }
      }).finally(() => share.leave(new Error('done')));
    };

    beforeEach(() => {
      [pausedUntil, requests] = [clock.now(), []];
      budget = new HostBudget(clock, sharing(2));
    });

    it('ends when the task is refused, and the task tries again', async () => {
      await play();
      const fetched = fetchElsewhere(2);
      await settle();
      await check(12);
      await fetched;
      expect(requests).toEqual(['refused', 'served']);
      expect([count(), reasons]).toEqual([[0, 0], [expect.any(Interrupted)]]);
    });

    it('makes a task try an expired URL only twice', async () => {
      const fetched = fetchElsewhere(2, true).catch((error: unknown) => error);
      await settle();
      await check(12);
      expect(await fetched).toBeInstanceOf(SourceGone);
      expect(requests).toEqual(['refused', 'refused']);
    });

    it('makes a task try an expired URL only once if there is no other process', async () => {
      await expect(fetchElsewhere(1, true)).rejects.toBeInstanceOf(SourceGone);
      expect(requests).toEqual(['refused']);
    });
  });
});
