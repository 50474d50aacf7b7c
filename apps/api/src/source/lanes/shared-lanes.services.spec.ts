import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { FreezableRedis } from '../../infra/testing/freezable-redis.js';
import { beforeAllPatientRedis } from '../../infra/testing/patient-redis.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { HostBudget } from './host-budget.js';
import { SYSTEM_CLOCK } from '../clock.js';
import { type LaneNeed, type LanePart, RedisLanes } from './shared-lanes.js';

beforeAllPatientRedis();

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';
/** Longer than any test. */
const NEVER_MS = 3_600_000;
const MOST = 16;

describe('RedisLanes', () => {
  /**
   * Represents all processes, on connections that all tests share. Each test has a separate host.
   */
  const kept: RedisLanes[] = [];
  let host: string;

  beforeAll(() => processes(20));
  beforeEach(() => {
    host = `${randomUUID()}.example`;
  });
  afterAll(() => kept.forEach((lanes) => lanes.close()));

  async function connect(leaseMs = NEVER_MS, url = REDIS_URL): Promise<RedisLanes> {
    const lanes = new RedisLanes(url, leaseMs);
    const need = { wanted: 1, held: 0, most: 1, pauseMs: 0 };
    await waitUntil(async () => (await lanes.agree(randomUUID(), need)) !== null, 'Redis');
    return lanes;
  }

  async function processes(count: number): Promise<RedisLanes[]> {
    const missing = Array.from({ length: Math.max(0, count - kept.length) }, () => connect());
    kept.push(...(await Promise.all(missing)));
    return kept.slice(0, count);
  }

  const two = async (): Promise<[RedisLanes, RedisLanes]> =>
    (await processes(2)) as [RedisLanes, RedisLanes];

  /** Sends one request, which states how many lanes are held and requests all of them. */
  async function ask(
    lanes: RedisLanes,
    held: number,
    more: Partial<LaneNeed> = {},
  ): Promise<LanePart> {
    const part = await lanes.agree(host, { wanted: MOST, held, most: MOST, pauseMs: 0, ...more });
    if (part === null) {
      throw new Error('Redis does not answer');
    }
    return part;
  }

  it('give all to one process, and half to a second as soon as the first has released them', async () => {
    const [one, other] = await two();
    expect(await ask(one, 0)).toEqual({ lanes: MOST, pauseMs: 0, processes: 1 });
    // Every process may have one lane.
    expect(await ask(other, 0)).toEqual({ lanes: 1, pauseMs: 0, processes: 2 });
    expect(await ask(one, 16)).toMatchObject({ lanes: 8 });
    expect(await ask(other, 1)).toMatchObject({ lanes: 1 });
    expect(await ask(one, 11)).toMatchObject({ lanes: 8 });
    expect(await ask(other, 1)).toMatchObject({ lanes: 5 });
    expect(await ask(one, 8)).toMatchObject({ lanes: 8 });
    expect(await ask(other, 5)).toMatchObject({ lanes: 8 });
    one.leave(host);
    expect(await waitForLanes(other, 8, MOST)).toMatchObject({ lanes: MOST, processes: 1 });
  });

  /** Repeats the request until this many lanes are granted. */
  async function waitForLanes(lanes: RedisLanes, held: number, wanted: number): Promise<LanePart> {
    let part = await ask(lanes, held);
    await waitUntil(async () => {
      part = await ask(lanes, held);
      return part.lanes === wanted;
    }, `${wanted} lanes`);
    return part;
  }

  it("give the lanes that a process doesn't need to others", async () => {
    const [one, other] = await two();
    expect(await ask(one, 0, { wanted: 3 })).toMatchObject({ lanes: 3 });
    expect(await ask(other, 0)).toMatchObject({ lanes: 13 });
    expect(await ask(one, 3, { wanted: 16 })).toMatchObject({ lanes: 3 });
    expect(await ask(other, 13)).toMatchObject({ lanes: 8 });
  });

  it.each([2, 5, 10, 16, 20])(
    'divide 16 lanes among %d processes, with at least one for each',
    async (count) => {
      const all = await processes(count);
      const held = all.map(() => 0);
      // Each process opens and gives up lanes as instructed. After some rounds, nothing changes
      // anymore.
      for (let round = 0; round < 6; round += 1) {
        for (const [at, lanes] of all.entries()) {
          held[at] = (await ask(lanes, held[at] ?? 0)).lanes;
        }
      }
      expect(held.reduce((sum, lanes) => sum + lanes)).toBe(Math.max(MOST, count));
      expect(Math.min(...held)).toBe(Math.max(1, Math.floor(MOST / count)));
      expect(Math.max(...held)).toBe(Math.max(1, Math.ceil(MOST / count)));
    },
  );

  it('take back the lanes of a process that no longer renews them', async () => {
    const [killed, [, other]] = await Promise.all([connect(50), two()]);
    expect(await ask(killed, 0)).toMatchObject({ lanes: MOST });
    expect(await waitForLanes(other, 0, MOST)).toMatchObject({ processes: 1 });
    killed.close();
  });

  it("pass a host's pause on to all processes, and keep hosts apart", async () => {
    const [one, other] = await two();
    await ask(one, 4, { pauseMs: 3_000_000 });
    for (const lanes of [one, other]) {
      const { pauseMs } = await ask(lanes, 0);
      expect(pauseMs).toBeGreaterThan(2_900_000);
      expect(pauseMs).toBeLessThanOrEqual(3_000_000);
    }
    one.leave(host);
    // Neither a shorter pause nor a process that leaves ends a longer pause.
    expect((await ask(other, 0, { pauseMs: 1000 })).pauseMs).toBeGreaterThan(2_900_000);
    host = `${randomUUID()}.example`;
    expect(await ask(other, 0)).toMatchObject({ pauseMs: 0 });
  });

  it('return null while Redis is frozen, and recover afterwards', async () => {
    const way = await FreezableRedis.to(REDIS_URL);
    const lanes = await connect(NEVER_MS, way.url);
    const need = { wanted: 4, held: 0, most: MOST, pauseMs: 0 };
    expect(await lanes.agree(host, need)).toMatchObject({ lanes: 4 });
    way.freeze();
    expect(await lanes.agree(host, need)).toBeNull();
    way.thaw();
    await waitUntil(async () => (await lanes.agree(host, need)) !== null, 'a response');
    lanes.close();
    expect(await lanes.agree(host, need)).toBeNull();
    await way.close();
  });

  describe('between two budgets', () => {
    /** Tasks that hold their lanes until they are released, and the number of held lanes. */
    class Holder {
      held = 0;
      readonly budget: HostBudget;
      private readonly owner = {};

      constructor(lanes: RedisLanes) {
        this.budget = new HostBudget(SYSTEM_CLOCK, lanes);
      }

      start(): () => void {
        const rules = { first: MOST, max: MOST };
        const share = this.budget.join(`https://${host}/a.mp4`, { owner: this.owner, rules });
        const work = async (order: number): Promise<void> => {
          await share.use(order, async (lane) => {
            lane.opened();
            this.held += 1;
            await once(lane.signal, 'abort').finally(() => (this.held -= 1));
            throw lane.signal.reason;
          });
        };
        let isOver = false;
        const again = (order: number): void => {
          // The task waits for a lane again, like a download whose lane was given away.
          work(order).catch(() => isOver || again(order));
        };
        Array.from({ length: 40 }, (_, order) => again(order));
        return () => {
          isOver = true;
          share.leave(new Error('over'));
        };
      }
    }

    it('move lanes one by one until both have the same number, and back when one has ended', async () => {
      const all = await Promise.all([connect(5000), connect(5000)]);
      const [first, later] = all.map((lanes) => new Holder(lanes)) as [Holder, Holder];
      const endFirst = first.start();
      await waitUntil(() => first.held === MOST, 'all for one');
      const endLater = later.start();
      await waitUntil(() => first.held === 8 && later.held === 8, 'the same number for both');
      endFirst();
      await waitUntil(() => later.held === MOST, 'all for the other');
      endLater();
      await waitUntil(() => first.held + later.held === 0, 'the end of all lanes');
      all.forEach((lanes) => lanes.close());
    });

    it('give the lanes of a killed process to the other', async () => {
      const all = await Promise.all([connect(2000), connect(2000)]);
      const [killed, other] = all.map((lanes) => new Holder(lanes)) as [Holder, Holder];
      const endKilled = killed.start();
      await waitUntil(() => killed.held === MOST, 'all for one');
      const endOther = other.start();
      // The killed process no longer sends anything, but keeps to its last known share.
      all[0]?.close();
      await waitUntil(() => other.held === MOST, 'all for the other');
      endKilled();
      endOther();
      all[1]?.close();
    });
  });
});
