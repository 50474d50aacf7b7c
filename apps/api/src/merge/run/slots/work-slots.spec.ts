import type { TaskQueueRepository } from '../../task/task-queue.repository.js';
import type { RunSlot } from './run-slot.js';
import { Slots } from './slots.js';
import { WorkSlots } from './work-slots.js';

const NOBODY = { visitor: null, sourceHost: null };
const CRAWLS = { speed: 2000, fetchSeconds: 6200 };
const never = (): AbortSignal => new AbortController().signal;

/** Sets up a worker's slots. `others.wait` says whether any other run is waiting for a slot. */
function setUp(count = 1) {
  const others = { wait: true };
  const queue: Partial<TaskQueueRepository> = { isAnyWaiting: () => Promise.resolve(others.wait) };
  const slots = new WorkSlots({ MERGE_CONCURRENCY: count }, queue as TaskQueueRepository);
  const begin = async (owner = NOBODY): Promise<RunSlot> => {
    await slots.take(never());
    return slots.begin(owner, () => undefined);
  };
  return { others, slots, begin };
}

/** Takes all the free slots, gives them back, and returns how many there were. */
async function freeSlots(slots: WorkSlots): Promise<number> {
  let free = 0;
  for (;;) {
    const giveUp = new AbortController();
    const isTaken = slots.take(giveUp.signal).then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => setImmediate(resolve));
    giveUp.abort();
    if (!(await isTaken)) {
      break;
    }
    free += 1;
  }
  for (let at = 0; at < free; at += 1) {
    slots.release();
  }
  return free;
}

function fetching(slot: RunSlot, signal = never()) {
  let end = (_failure?: Error): void => undefined;
  const fetch = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve('fetched') : reject(failure));
  });
  const done = slot.during(() => fetch, signal);
  done.catch(() => undefined);
  return { done, end: (failure?: Error) => end(failure) };
}

describe('WorkSlots', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  it('gives the slot of a slow fetch to the next run, and waits for a slot before continuing', async () => {
    const { slots, begin } = setUp();
    const slow = await begin();
    const fetch = fetching(slow);
    jest.advanceTimersByTime(1000);
    await slow.look(CRAWLS);
    expect([slow.isAway, await freeSlots(slots)]).toEqual([true, 1]);

    const next = await begin();
    const order: string[] = [];
    void begin().then((third) => (order.push('a third run'), third.end()));
    void fetch.done.then(() => (order.push('joins'), slow.end()));
    fetch.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    next.end();
    await new Promise((resolve) => setImmediate(resolve));
    // The run that continues with joining asked later, but is closer to its end.
    expect(order).toEqual(['joins', 'a third run']);
    expect(await freeSlots(slots)).toBe(1);
  });

  it.each<[what: string, prepare: (slot: RunSlot, others: { wait: boolean }) => void]>([
    ['no other run is waiting', (_, others) => (others.wait = false)],
    ['it is not fetching', () => undefined],
    ['it is fast', (slot) => void fetching(slot)],
  ])('lets a run keep its slot when %s', async (what, prepare) => {
    const { others, slots, begin } = setUp();
    const slot = await begin();
    if (what === 'nobody waits') {
      fetching(slot);
    }
    prepare(slot, others);
    jest.advanceTimersByTime(60_000);
    await slot.look(what === 'it is fast' ? { speed: 9e6, fetchSeconds: 20 } : CRAWLS);
    expect([slot.isAway, await freeSlots(slots)]).toEqual([false, 0]);
  });

  it('keeps the slot when the fetch ends during the check for waiting runs', async () => {
    const { slots, begin } = setUp();
    const slot = await begin();
    const fetch = fetching(slot);
    jest.advanceTimersByTime(1000);
    const looking = slot.look(CRAWLS);
    fetch.end();
    await Promise.all([looking, fetch.done]);
    expect(slot.isAway).toBe(false);
    slot.end();
    expect(await freeSlots(slots)).toBe(1);
  });

  it('limits the number of runs without a slot', async () => {
    const { slots, begin } = setUp();
    const leave = async (): Promise<RunSlot> => {
      const slot = await begin();
      fetching(slot);
      jest.advanceTimersByTime(1000);
      await slot.look(CRAWLS);
      return slot;
    };
    for (let at = 0; at < 8; at += 1) {
      expect((await leave()).isAway).toBe(true);
    }
    expect((await leave()).isAway).toBe(false);
    expect(await freeSlots(slots)).toBe(0);
  });

  it('lends the slot to only one other run between two files of a bundle', async () => {
    const { others, slots, begin } = setUp();
    const bundle = await begin();
    const next = begin();
    const passed = bundle.yieldSlot(never());
    const single = await next;
    expect(bundle.isAway).toBe(true);
    single.end();
    await passed;
    expect([bundle.isAway, await freeSlots(slots)]).toEqual([false, 0]);
    others.wait = false;
    await bundle.yieldSlot(never());
    expect(bundle.isAway).toBe(false);
    bundle.end();
    expect(await freeSlots(slots)).toBe(1);
  });

  it('takes a slot again for the next file of a bundle after a fetch failed without a slot', async () => {
    const { others, slots, begin } = setUp();
    const bundle = await begin();
    const fetch = fetching(bundle);
    jest.advanceTimersByTime(1000);
    await bundle.look(CRAWLS);
    const other = await begin();
    fetch.end(new Error('the source failed'));
    await expect(fetch.done).rejects.toThrow();
    others.wait = false;
    const passed = bundle.yieldSlot(never());
    expect([bundle.isAway, await freeSlots(slots)]).toEqual([true, 0]);
    other.end();
    await passed;
    expect([bundle.isAway, await freeSlots(slots)]).toEqual([false, 0]);
    bundle.end();
    expect(await freeSlots(slots)).toBe(1);
  });

  it('ends a bundle that is cancelled while others have its slot', async () => {
    const { slots, begin } = setUp();
    const bundle = await begin();
    const cancel = new AbortController();
    const next = begin();
    const passing = bundle.yieldSlot(cancel.signal);
    const other = await next;
    cancel.abort(new Error('cancelled'));
    await expect(passing).rejects.toThrow('cancelled');
    bundle.end();
    expect(await freeSlots(slots)).toBe(0);
    other.end();
    expect(await freeSlots(slots)).toBe(1);
  });

  it('lists the visitors and hosts that have used up their share', async () => {
    const { slots, begin } = setUp(2);
    const runs: RunSlot[] = [];
    for (let at = 0; at < 12; at += 1) {
      expect(slots.full()).toEqual({ exceptVisitors: [], exceptHosts: [] });
      const slot = await begin({ visitor: 'A', sourceHost: `host ${at % 2}` } as never);
      fetching(slot);
      jest.advanceTimersByTime(1000);
      await slot.look(CRAWLS);
      runs.push(slot);
    }
    expect(slots.full()).toEqual({ exceptVisitors: ['A'], exceptHosts: [] });
    runs[0]?.end();
    expect(slots.full().exceptVisitors).toEqual([]);
  });

  it('loses no slot, however runs end', async () => {
    const { slots, begin } = setUp(3);
    const ends: ((run: ReturnType<typeof fetching>, abort: AbortController) => void)[] = [
      (run) => run.end(),
      (run) => run.end(new Error('the source failed')),
      (run, abort) => (abort.abort(new Error('cancelled')), run.end(new Error('cancelled'))),
      // Cancelled while waiting for a slot to join its streams in, or just after getting one.
      (run, abort) => (run.end(), abort.abort(new Error('cancelled'))),
    ];
    for (let round = 0; round < 40; round += 1) {
      const abort = new AbortController();
      const slot = await begin();
      const run = fetching(slot, abort.signal);
      jest.advanceTimersByTime(1000);
      if (round % 3 > 0) {
        await slot.look(CRAWLS);
      }
      const isTight = round % 5 === 0 && slot.isAway;
      const others = isTight ? [await begin(), await begin(), await begin()] : [];
      ends[round % ends.length]?.(run, abort);
      const over = run.done.catch(() => undefined).then(() => slot.end());
      others.forEach((other) => other.end());
      await over;
      expect(await freeSlots(slots)).toBe(3);
    }
  });
});

describe('Slots', () => {
  it('serves runs that already had a slot first, then alternates between new runs and bundle files', async () => {
    const slots = new Slots(1);
    await slots.take('next', never());
    const order: string[] = [];
    const lines = ['part', 'part', 'part', 'next', 'next', 'again'] as const;
    const taken = lines.map((line) => slots.take(line, never()).then(() => order.push(line)));
    expect(slots.isWanted).toBe(true);
    taken.forEach(() => slots.release());
    await Promise.all(taken);
    expect(order).toEqual(['again', 'part', 'next', 'part', 'next', 'part']);
    expect(slots.isWanted).toBe(false);
  });
});
