import { DomainError } from '../../infra/http/domain-error.js';
import { type Place, ReadingLanes } from './reading-lanes.js';

const NEVER = new AbortController().signal;

/** Lanes, and who got one in which order. */
class World {
  readonly order: string[] = [];
  private readonly running: Place[] = [];
  readonly lanes: ReadingLanes;

  constructor(lanes: number) {
    this.lanes = new ReadingLanes({ lanes, limited: true });
  }

  enter(visitor: string, patient = false): Place {
    const place = this.lanes.enter(new Set([visitor]), { patient });
    place.turn(NEVER).then(
      () => {
        this.order.push(visitor);
        this.running.push(place);
      },
      (error: unknown) => this.order.push(`${visitor} ${(error as DomainError).code}`),
    );
    return place;
  }

  /** The one who has had a lane for longest gives it back. */
  async finish(): Promise<void> {
    await jest.advanceTimersByTimeAsync(0);
    const place = this.running.shift();
    place?.leave();
    place?.leave();
    await jest.advanceTimersByTimeAsync(0);
  }

  /** How long somebody is told to stay away, seconds; null when they are let in. */
  refusal(visitor: string): number | null {
    try {
      this.lanes.enter(new Set([visitor]), { patient: false }).leave();
      return null;
    } catch (error) {
      expect(error).toMatchObject({ code: 'BUSY', status: 503 });
      return (error as DomainError).retryAfterSeconds ?? null;
    }
  }
}

describe('ReadingLanes', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it("let another's first before one visitor's others", async () => {
    const world = new World(2);
    ['a', 'a', 'a', 'b', 'b', 'c'].forEach((visitor) => world.enter(visitor));
    for (let finished = 0; finished < 5; finished += 1) {
      await world.finish();
    }
    expect(world.order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('measure how long pages take, those that hang among them', async () => {
    const world = new World(1);
    expect(world.refusal('b')).toBeNull();
    const hanging = world.enter('a');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(world.refusal('b')).toBeNull();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(world.refusal('b')).toBe(40);
    hanging.leave();
    // A fifth of the way from 3 s to 40 s.
    const next = world.enter('a');
    world.enter('a');
    expect(world.refusal('a')).toBe(21);
    next.leave();
  });

  it('tell who has waited for 20 s to come back, but for renewals', async () => {
    const world = new World(1);
    world.enter('a');
    world.enter('b');
    world.enter('renewal', true);
    await jest.advanceTimersByTimeAsync(19_999);
    expect(world.order).toEqual(['a']);
    await jest.advanceTimersByTimeAsync(40_000);
    expect(world.order).toEqual(['a', 'b BUSY']);
  });

  it('refuse no renewal', async () => {
    const world = new World(1);
    const hanging = world.enter('a');
    await jest.advanceTimersByTimeAsync(40_000);
    const renewals = Array.from({ length: 9 }, () => world.enter('renewal', true));
    hanging.leave();
    for (const renewal of renewals) {
      await jest.advanceTimersByTimeAsync(0);
      renewal.leave();
    }
    expect(world.order.filter((name) => name === 'renewal')).toHaveLength(9);
  });

  it('look again when a visitor without a lane joins one that waits', async () => {
    const world = new World(2);
    world.enter('a');
    const visitors = new Set(['a']);
    let isGiven = false;
    void world.lanes
      .enter(visitors, { patient: false })
      .turn(NEVER)
      .then(() => (isGiven = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isGiven).toBe(false);
    visitors.add('b');
    world.lanes.look();
    await jest.advanceTimersByTimeAsync(0);
    expect(isGiven).toBe(true);
  });
});
