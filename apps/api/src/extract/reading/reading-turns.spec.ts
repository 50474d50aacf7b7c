import { setMaxListeners } from 'node:events';
import { DomainError } from '../../infra/errors/domain-error.js';
import {
  type WaitKind,
  type ReadingPlace,
  ReadingTurns,
  type PlaceInLine,
} from './reading-turns.js';

const NEVER = new AbortController().signal;
// All visitors in these tests share this signal.
setMaxListeners(0, NEVER);

class World {
  readonly order: string[] = [];
  private readonly running: ReadingPlace[] = [];
  readonly turns: ReadingTurns;

  constructor(slots: number) {
    this.turns = new ReadingTurns({ slots, limited: true });
  }

  enter(
    visitor: string,
    patience: WaitKind = 'reply',
    onTurn?: (turn: PlaceInLine) => void,
  ): ReadingPlace {
    const place = this.turns.enter(new Set([visitor]), patience, onTurn);
    place.turn(NEVER).then(
      () => {
        this.order.push(visitor);
        this.running.push(place);
      },
      (error: unknown) => this.order.push(`${visitor} ${(error as DomainError).code}`),
    );
    return place;
  }

  /** Releases the slot that has been held the longest. */
  async finish(): Promise<void> {
    await jest.advanceTimersByTimeAsync(0);
    const place = this.running.shift();
    place?.leave();
    place?.leave();
    await jest.advanceTimersByTimeAsync(0);
  }

  /** The value of Retry-After in seconds; null if the visitor is admitted. */
  refusal(visitor: string, patience: WaitKind = 'reply'): number | null {
    try {
      this.turns.enter(new Set([visitor]), patience).leave();
      return null;
    } catch (error) {
      expect(error).toMatchObject({ code: 'BUSY', status: 503 });
      return (error as DomainError).retryAfterSeconds ?? null;
    }
  }
}

describe('ReadingTurns', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it("serve other visitors before one visitor's second page", async () => {
    const world = new World(2);
    ['a', 'a', 'a', 'b', 'b', 'c'].forEach((visitor) => world.enter(visitor));
    for (let finished = 0; finished < 5; finished += 1) {
      await world.finish();
    }
    expect(world.order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('measure how long pages take, including those that hang', async () => {
    const world = new World(1);
    expect(world.refusal('b')).toBeNull();
    const hanging = world.enter('a');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(world.refusal('b')).toBeNull();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(world.refusal('b')).toBe(40);
    hanging.leave();
    // The average moves a fifth of the way from 3 s to 40 s.
    const next = world.enter('a');
    world.enter('a');
    expect(world.refusal('a')).toBe(21);
    next.leave();
  });

  it.each([
    ['reply', 20],
    ['watched', 120],
  ] as const)('admit a %s that expects to wait %i s, but no longer', async (patience, seconds) => {
    const world = new World(1);
    world.enter('a');
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    expect(world.refusal('b', patience)).toBeNull();
    await jest.advanceTimersByTimeAsync(1000);
    expect(world.refusal('b', patience)).toBe(Math.min(seconds + 1, 120));
  });

  it('queue 20 watched pages per visitor, and 500 in total', async () => {
    const world = new World(1000);
    const wait = (visitor: string): ReadingPlace =>
      // These act as if they were still querying the database: they count as waiting, but need no
      // slot yet.
      world.turns.enter(new Set([visitor]), 'watched');
    const places = Array.from({ length: 20 }, () => wait('a'));
    expect(world.refusal('a', 'watched')).not.toBeNull();
    expect(world.refusal('a')).toBeNull();
    places.push(...Array.from({ length: 480 }, (_, at) => wait(String(at))));
    expect(world.refusal('another', 'watched')).not.toBeNull();
    places[0]?.leave();
    expect(world.refusal('another', 'watched')).toBeNull();
    await jest.advanceTimersByTimeAsync(0);
  });

  it('report to each visitor their place when it changes, and their turn', async () => {
    const world = new World(1);
    const told: Record<string, (string | null)[]> = { a: [], b: [], c: [], d: [] };
    const enter = (name: string): ReadingPlace =>
      world.enter(name, 'watched', (turn) =>
        told[name]?.push(turn && `${turn.place} in ${turn.seconds} s`),
      );
    enter('a');
    enter('b');
    const leaving = enter('c');
    enter('d');
    await jest.advanceTimersByTimeAsync(60_000);
    // No place in line has changed, so there is no update.
    expect(told).toEqual({ a: [null], b: ['1 in 3 s'], c: ['2 in 6 s'], d: ['3 in 9 s'] });
    leaving.leave();
    leaving.leave();
    await jest.advanceTimersByTimeAsync(500);
    // A page that hangs also counts.
    expect([told['b'], told['d']]).toEqual([
      ['1 in 3 s', '1 in 61 s'],
      ['3 in 9 s', '2 in 121 s'],
    ]);
    await world.finish();
    expect(told['b']?.at(-1)).toBeNull();
    await world.finish();
    expect(told['d']?.at(-1)).toBeNull();
  });

  it('report the places in a fast-moving line at most twice a second', async () => {
    const world = new World(1);
    const told: unknown[] = [];
    for (let at = 0; at < 30; at += 1) {
      world.enter(String(at), 'watched');
    }
    world.enter('last', 'watched', (turn) => told.push(turn?.place));
    for (let finished = 0; finished < 25; finished += 1) {
      await world.finish();
    }
    expect(told).toEqual([30]);
    await jest.advanceTimersByTimeAsync(500);
    expect(told).toEqual([30, 5]);
  });

  it('report a place far back in a long queue less often', async () => {
    const world = new World(1);
    const told: unknown[] = [];
    for (let at = 0; at < 38; at += 1) {
      world.enter(String(at), 'watched');
    }
    world.enter('last', 'watched', (turn) => told.push(turn?.place));
    await world.finish();
    await jest.advanceTimersByTimeAsync(500);
    expect(told).toEqual([38]);
    await jest.advanceTimersByTimeAsync(500);
    expect(told).toEqual([38, 37]);
  });

  it('never refuse a renewal', async () => {
    const world = new World(1);
    const hanging = world.enter('a');
    await jest.advanceTimersByTimeAsync(40_000);
    const renewals = Array.from({ length: 9 }, () => world.enter('renewal', 'renewal'));
    hanging.leave();
    for (const renewal of renewals) {
      await jest.advanceTimersByTimeAsync(0);
      renewal.leave();
    }
    expect(world.order.filter((name) => name === 'renewal')).toHaveLength(9);
  });

  it('reconsider the order when a visitor without a slot joins a waiting page', async () => {
    const world = new World(2);
    world.enter('a');
    const visitors = new Set(['a']);
    let isGiven = false;
    void world.turns
      .enter(visitors, 'reply')
      .turn(NEVER)
      .then(() => (isGiven = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isGiven).toBe(false);
    visitors.add('b');
    world.turns.dispatch();
    await jest.advanceTimersByTimeAsync(0);
    expect(isGiven).toBe(true);
  });
});
