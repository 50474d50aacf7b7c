import { act, render } from '@testing-library/react';
import { useSecondsLeft } from './use-seconds-left.js';

/** Each displayed value with the milliseconds since the first one. */
let shown: { readonly at: number; readonly left: number | null }[];
let begin: number;

function Count({ expiresAtMs }: { readonly expiresAtMs: number }) {
  const left = useSecondsLeft(expiresAtMs);
  if (shown.at(-1)?.left !== left) {
    shown.push({ at: performance.now() - begin, left });
  }
  return null;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const last = () => shown.at(-1)?.left;

async function countFrom(seconds: number): Promise<void> {
  shown = [];
  begin = performance.now();
  render(<Count expiresAtMs={begin + seconds * 1000} />);
  await pass(0);
  expect(last()).toBe(seconds);
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  ['above 15 minutes', 961, 60_000, 901],
  ['just above 15 minutes', 901, 1_000, 900],
  ['at 15 minutes', 900, 30_000, 870],
  ['just above 5 minutes', 301, 1_000, 300],
  ['above 5 minutes', 331, 30_000, 301],
  ['at 5 minutes', 300, 1_000, 299],
  ['at the last second', 1, 1_000, 0],
])('updates at the exact time %s (%d s left)', async (_case, from, stepMs, to) => {
  await countFrom(from);
  await pass(stepMs - 1);
  expect(last()).toBe(from);
  await pass(1);
  expect(last()).toBe(to);
});

it('stops at zero', async () => {
  await countFrom(1);
  await pass(5_000);
  expect(last()).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

it('catches up after delayed timers, as in a background tab', async () => {
  await countFrom(200);
  const late = performance.now() + 120_000;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(late);
  await pass(1_000);
  expect(last()).toBe(80);
  clock.mockRestore();
});
