import { once } from 'node:events';
import { HostBudget } from './host-budget.js';
import type { HostShare, Lane, ShareOptions } from './host-share.js';
import type { LaneNeed, LanePart, SharedLanes } from './shared-lanes.js';
import { HostBusy } from '../client/source-error.js';
import { ManualClock } from '../testing/manual-clock.js';

const URL_THERE = 'https://cdn.example/a.mp4';
const CHECK_MS = 250;

describe('HostBudget', () => {
  let clock: ManualClock;
  let budget: HostBudget;
  /**
   * Lanes in use, in the order in which they were granted, each with a function that ends its work.
   */
  let inUse: { lane: Lane; share: HostShare; order: number; end: () => void }[];

  beforeEach(() => {
    clock = new ManualClock();
    budget = new HostBudget(clock);
    inUse = [];
  });

  const join = (owner: object = {}, more: Partial<ShareOptions> = {}, url = URL_THERE): HostShare =>
    budget.join(url, { owner, ...more });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const work = async (share: HostShare, count: number, first = 0): Promise<void> => {
    for (let order = first; order < first + count; order += 1) {
      share
        .use(order, async (lane) => {
          lane.opened();
          let entry = { lane, share, order, end: (): void => undefined };
          await new Promise<void>((resolve, reject) => {
            entry = { ...entry, end: resolve };
            inUse.push(entry);
            lane.signal.addEventListener('abort', () => reject(lane.signal.reason as Error));
          }).finally(() => (inUse = inUse.filter((one) => one !== entry)));
        })
        .catch(() => undefined);
    }
    await settle();
  };
  const end = async (...ended: { end: () => void }[]): Promise<void> => {
    ended.forEach((one) => one.end());
    await settle();
  };
  /**
   * Advances the clock by a number of checks. Each lane receives this many bytes before each check.
   */
  const check = async (times: number, bytesOnEach: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      inUse.forEach(({ lane }) => lane.received(bytesOnEach));
      clock.advance(CHECK_MS);
      await settle();
    }
  };
  const countOf = (share: HostShare): number =>
    inUse.filter((entry) => entry.share === share).length;

  it('starts with 4 lanes, and doubles them up to 16 while each doubling raises the rate by a tenth', async () => {
    await work(join(), 40);
    const counts = [inUse.length];
    for (let time = 0; time < 4; time += 1) {
      await check(1, 1000);
      counts.push(inUse.length);
    }
    expect(counts).toEqual([4, 8, 16, 16, 16]);
  });

  it('adds no lanes when they bring no more throughput', async () => {
    await work(join(), 40);
    await check(1, 1000);
    // The total is the same as before, over twice as many lanes.
    await check(20, 549);
    expect(inUse.length).toBe(8);
    await check(1, 551);
    expect(inUse.length).toBe(16);
  });

  it('adds no lanes while some are unused', async () => {
    const share = join();
    await work(share, 3);
    await check(10, 1000);
    expect(share.lanes).toBe(4);
  });

  it('uses the limits of the platform', async () => {
    await work(join({}, { rules: { first: 1, max: 2 } }), 10);
    expect(inUse.length).toBe(1);
    await check(5, 1000);
    expect(inUse.length).toBe(2);
  });

  it('gives a later task its share, one lane at a time, without waiting for parts to end', async () => {
    const first = join();
    await work(first, 40);
    await check(3, 1000);
    const later = join();
    await work(later, 40);
    expect(countOf(later)).toBe(0);
    await check(1, 1000);
    expect([countOf(first), countOf(later)]).toEqual([15, 1]);
    await check(20, 1000);
    expect([countOf(first), countOf(later)]).toEqual([8, 8]);
  });

  it('takes no lane from a stream that has only one, and no lane whose bytes would be lost', async () => {
    const [whole, single] = [join(), join()];
    await work(whole, 3);
    inUse.forEach(({ lane }) => lane.opened(false));
    await work(single, 1);
    await work(join(), 4);
    await check(20, 1000);
    expect([countOf(whole), countOf(single)]).toEqual([3, 1]);
  });

  it('replaces a trickling lane, even the last one, when the host has been faster', async () => {
    await work(join(), 2);
    await check(2, 100_000);
    const [drip, other] = inUse;
    await end(...(other === undefined ? [] : [other]));
    await check(19, 5);
    expect(drip?.lane.signal.aborted).toBe(false);
    await check(1, 5);
    expect(drip?.lane.signal.aborted).toBe(true);
  });

  it('keeps a silent lane whose bytes would be lost, however much other lanes deliver', async () => {
    await work(join(), 2);
    const [whole, other] = inUse;
    whole?.lane.opened(false);
    for (let time = 0; time < 100; time += 1) {
      other?.lane.received(100_000);
      await check(1, 0);
    }
    expect(whole?.lane.signal.aborted).toBe(false);
  });

  it('accepts the slow lanes of a slow host', async () => {
    await work(join(), 2);
    const lanes = inUse.map(({ lane }) => lane);
    await check(100, 500);
    expect(lanes.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });

  describe('after a refusal', () => {
    beforeEach(async () => {
      await work(join(), 40);
      await check(1, 1000);
    });

    it('halves the lanes without cutting those in use', async () => {
      const [refused] = inUse.splice(7);
      refused?.lane.refused(null);
      await end(...(refused === undefined ? [] : [refused]));
      expect(inUse.length).toBe(7);
      await end(...inUse.slice(0, 3));
      expect(inUse.length).toBe(4);
      await end(...inUse.slice(0, 1));
      expect(inUse.length).toBe(4);
    });

    it('halves the lanes only once for requests that are refused together', async () => {
      const refused = inUse.slice(4);
      refused.forEach(({ lane }) => lane.refused(null));
      await end(...refused);
      await end(...inUse.slice(0, 4));
      expect(inUse.length).toBe(4);
    });

    it('tries more lanes again after 10 s, and after 20 s following another refusal', async () => {
      const refuseOne = async (): Promise<void> => {
        const one = inUse.at(-1);
        one?.lane.refused(null);
        await end(...inUse);
      };
      await refuseOne();
      await check(40, 1000);
      expect(inUse.length).toBe(4);
      await check(1, 1000);
      expect(inUse.length).toBe(8);
      await refuseOne();
      await check(80, 1000);
      expect(inUse.length).toBe(4);
      await check(1, 1000);
      expect(inUse.length).toBe(8);
    });

    it('makes no request before the time that the source requested', async () => {
      inUse[0]?.lane.refused(3000);
      await end(...inUse);
      await check(11, 0);
      expect(inUse.length).toBe(0);
      await check(1, 0);
      expect(inUse.length).toBe(4);
    });
  });

  it('shares a host evenly between tasks, however many streams they have', async () => {
    const [one, other] = [{}, {}];
    const [picture, sound] = [join(one), join(one)];
    await work(picture, 20);
    await work(sound, 20);
    expect([countOf(picture), countOf(sound)]).toEqual([4, 0]);
    const newcomer = join(other);
    await work(newcomer, 20);
    await end(...inUse);
    expect(countOf(newcomer)).toBe(2);
    expect([countOf(picture), countOf(sound)]).toEqual([1, 1]);
  });

  it('gives the last remaining task all lanes, for its lowest-numbered requests first', async () => {
    const [first, second] = [join(), join()];
    await work(first, 2, 10);
    await work(second, 2);
    await work(second, 1, 7);
    await work(second, 1, 3);
    first.leave(new Error('done'));
    await settle();
    expect(inUse.map(({ order }) => order)).toEqual([0, 1, 3, 7]);
  });

  it('keeps hosts separate, and forgets unused hosts', async () => {
    const share = join();
    await work(share, 20);
    await check(2, 1000);
    await work(join({}, {}, 'https://other.example/a.mp4'), 20);
    expect(inUse.length).toBe(16 + 4);
    share.leave(new Error('done'));
    await settle();
    expect(inUse.length).toBe(4);
    expect(join().lanes).toBe(4);
  });

  it('keeps offering idle lanes to streams that can split work', async () => {
    let offers = 0;
    const share = join({}, { onIdle: () => (offers += 1) });
    await work(share, 1);
    const atFirst = offers;
    await check(2, 1000);
    expect(offers).toBe(atFirst + 2);
  });

  it('drops a silent connection only while others deliver', async () => {
    const share = join();
    await work(share, 2);
    await check(100, 0);
    const [silent, busy] = [inUse[0]?.lane, inUse[1]?.lane];
    for (let time = 0; time < 20; time += 1) {
      expect(silent?.signal.aborted).toBe(false);
      busy?.received(1000);
      clock.advance(CHECK_MS);
    }
    expect([silent?.signal.aborted, busy?.signal.aborted]).toEqual([true, false]);
    expect(silent?.signal.reason).toBeInstanceOf(HostBusy);
    expect(share.lanes).toBe(4);
  });

  it('counts an unanswered connection as one too many while others deliver', async () => {
    const share = join();
    await work(share, 3);
    share.use(3, ({ signal }) => once(signal, 'abort')).catch(() => undefined);
    await settle();
    await check(20, 1000);
    expect(share.lanes).toBe(2);
  });

  it('runs a timer only while hosts are in use, and remembers the hosts', async () => {
    const shares = Array.from({ length: 100 }, (_, at) =>
      join({}, {}, `https://cdn${at}.example/`),
    );
    expect(clock.isWatched).toBe(false);
    for (const share of shares) {
      await work(share, 5);
    }
    await check(1, 1000);
    expect(shares.every(({ lanes }) => lanes === 8)).toBe(true);
    await end(...inUse);
    expect(clock.isWatched).toBe(false);
    const [share] = shares as [HostShare];
    expect(share.lanes).toBe(8);
    await work(share, 20);
    await check(1, 1000);
    expect(share.lanes).toBe(16);
  });

  it('sends requests to a host again after its pause, even when no lane is in use', async () => {
    const share = join();
    await work(share, 1);
    inUse[0]?.lane.refused(1000);
    await end(...inUse);
    await work(share, 1);
    expect(inUse.length).toBe(0);
    clock.advance(1000);
    await settle();
    expect(inUse.length).toBe(1);
  });

  it('aborts waiting and running work when a stream leaves, and stops its timer', async () => {
    const share = join();
    const reason = new Error('cancelled');
    const failures: unknown[] = [];
    for (let order = 0; order < 6; order += 1) {
      share
        .use(
          order,
          ({ signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            }),
        )
        .catch((error: unknown) => failures.push(error));
    }
    await settle();
    share.leave(reason);
    await settle();
    expect(failures).toEqual(Array.from({ length: 6 }, () => reason));
    expect(clock.isWatched).toBe(false);
    await expect(share.use(0, () => Promise.resolve())).rejects.toBe(reason);
  });

  describe('among several processes', () => {
    /** Responds with the part in `answer`. Null means that Redis does not respond. */
    class Parts implements SharedLanes {
      readonly leaseMs = 5000;
      answer: LanePart | null = { lanes: 16, pauseMs: 0, processes: 1 };
      /** True if the response never arrives. */
      isFrozen = false;
      asked: LaneNeed[] = [];
      left: string[] = [];

      agree(_host: string, need: LaneNeed): Promise<LanePart | null> {
        this.asked.push(need);
        return this.isFrozen ? new Promise(() => undefined) : Promise.resolve(this.answer);
      }

      leave(host: string): void {
        this.left.push(host);
      }

      close(): void {}
    }
    const part = (lanes: number, processes = 2, pauseMs = 0): LanePart => ({
      ...{ lanes, pauseMs, processes },
    });
    let parts: Parts;

    beforeEach(() => {
      parts = new Parts();
      budget = new HostBudget(clock, parts);
    });

    it('opens as many lanes as its part allows, and requests as many as it could use', async () => {
      parts.answer = part(3);
      await work(join(), 40);
      expect(inUse.length).toBe(3);
      expect(parts.asked).toEqual([{ wanted: 4, held: 1, most: 16, pauseMs: 0 }]);
      parts.answer = part(16);
      await check(3, 1000);
      expect(inUse.length).toBe(16);
      expect(parts.asked.at(-1)).toMatchObject({ wanted: 16, held: 8 });
    });

    it('requests no more lanes than it needs', async () => {
      await work(join(), 1);
      await check(3, 1000);
      expect(parts.asked.at(-1)).toEqual({ wanted: 2, held: 1, most: 16, pauseMs: 0 });
    });

    it('gives up one lane at a time, and keeps one for each stream', async () => {
      const [one, other] = [join(), join()];
      await work(one, 2);
      await work(other, 2);
      parts.answer = part(1);
      const counts: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        await check(1, 1000);
        counts.push(inUse.length);
      }
      expect(counts).toEqual([4, 3, 2, 2, 2]);
      expect([countOf(one), countOf(other)]).toEqual([1, 1]);
    });

    it('never waits for a response, because the first lane is always allowed', async () => {
      parts.isFrozen = true;
      await work(join(), 40);
      await check(10, 1000);
      expect(inUse.length).toBe(1);
      await end(...inUse);
      expect(inUse.length).toBe(1);
      expect(parts.asked).toHaveLength(1);
    });

    it('follows the usual rules while there is no response and no other processes are known', async () => {
      parts.answer = null;
      await work(join(), 40);
      expect(inUse.length).toBe(4);
      await check(3, 1000);
      expect(inUse.length).toBe(16);
    });

    it('keeps its share of the last known number of processes while there is no response', async () => {
      parts.answer = part(2, 3);
      await work(join(), 40);
      parts.answer = null;
      await check(6, 1000);
      // A third of 16, rounded down.
      expect(inUse.length).toBe(5);
    });

    it('after its part has expired, opens only one lane until it gets a new part', async () => {
      parts.answer = part(4);
      const share = join();
      await work(share, 4);
      await end(...inUse);
      parts.isFrozen = true;
      clock.advance(parts.leaseMs + 1);
      await work(share, 4);
      expect(inUse.length).toBe(1);
    });

    it('passes on a pause once when the host requests it, and observes the pauses of other processes', async () => {
      await work(join(), 2);
      inUse[0]?.lane.refused(3000);
      await settle();
      expect(parts.asked.at(-1)).toMatchObject({ pauseMs: 3000 });
      await check(1, 1000);
      expect(parts.asked.at(-1)).toMatchObject({ pauseMs: 0 });

      await end(...inUse);
      const other = join({}, {}, 'https://other.example/');
      parts.answer = part(16, 2, 1000);
      await work(other, 20);
      // Its only lane is the first one, which did not have to wait for a response.
      expect(countOf(other)).toBe(1);
      parts.answer = part(16);
      await check(4, 0);
      expect(countOf(other)).toBe(4);
    });

    it('returns its part when nothing needs the host anymore', async () => {
      const [one, other] = [join(), join()];
      await work(one, 1);
      one.leave(new Error('done'));
      expect(parts.left).toEqual([]);
      other.leave(new Error('done'));
      expect(parts.left).toEqual(['cdn.example']);
    });
  });
});
