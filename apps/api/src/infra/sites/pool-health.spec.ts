import { FAILURES, PoolHealth, REST_MS } from './pool-health.js';

let health: PoolHealth;
const fail = (key: string, times: number, nowMs = 0): boolean[] =>
  Array.from({ length: times }, () => health.note(key, false, nowMs));
const choose = (nowMs: number) => health.choose(['a', 'b'], (key) => [key, `vimeo ${key}`], nowMs);

beforeEach(() => (health = new PoolHealth()));

it('chooses the first member, and the next one after enough consecutive failures', () => {
  expect(fail('a', FAILURES - 1)).toEqual([false, false]);
  expect(choose(0)).toEqual({ member: 'a', isResting: false });
  expect(fail('a', 1)).toEqual([true]);
  expect(choose(0)).toEqual({ member: 'b', isResting: false });
  expect(choose(REST_MS - 1)?.member).toBe('b');
  expect(choose(REST_MS)?.member).toBe('a');
});

it('after a suspension, suspends a member again after a single failure, and resets after a success', () => {
  fail('a', FAILURES);
  expect(fail('a', 1, REST_MS)).toEqual([true]);
  health.note('a', true, REST_MS);
  expect(choose(REST_MS)?.member).toBe('a');
  expect(fail('a', FAILURES - 1, REST_MS)).toEqual([false, false]);
});

it('counts failures under each key, and announces a suspension once', () => {
  fail('a', FAILURES - 1);
  expect(fail('vimeo a', FAILURES + 2)).toEqual([false, false, true, false, false]);
  expect(choose(0)?.member).toBe('b');
});

it('if all are suspended, chooses the member whose suspension ends first; chooses none if there are none', () => {
  fail('a', FAILURES, 5);
  fail('b', FAILURES, 2);
  expect(choose(6)).toEqual({ member: 'b', isResting: true });
  expect(health.choose([], () => [], 0)).toBeNull();
});
