import { Scrape } from '../../../test/harness/scrape.js';
import { quantile, row, type Row, shown } from '../harness/table.js';

/** Highest acceptable 99th percentiles, in milliseconds (docs/operator.md). */
export const SLOW_MS = { push: 100, poll: 50, refusal: 50 };
/** The interval of the histogram that a server reports the delay of its event loop from. */
const LOOP_RESOLUTION_MS = 10;

/**
 * Reads, and resets, the delay of a server's event loop: how long everything that arrives waits for
 * the server's own work, its collector of garbage, and other programs on the machine.
 */
export async function loopDelay(url: string): Promise<string> {
  const scrape = await Scrape.of(url);
  const [most, usual] = ['max', 'p99'].map((name) => {
    const ms = 1000 * scrape.sum(`nodejs_eventloop_lag_${name}_seconds`, {});
    return shown(Math.max(0, ms - LOOP_RESOLUTION_MS));
  });
  return `event loop late by ${usual} ms (p99), ${most} ms (once)`;
}

/** The 99th percentile, and whether it is acceptable. */
export function p99(
  what: string,
  latenciesMs: readonly number[],
  limit: number,
  note: string,
): Row {
  const value = quantile(latenciesMs, 0.99);
  const median = shown(quantile(latenciesMs, 0.5));
  const verdict = value < limit ? 'within' : 'ABOVE';
  const full = `${note}; median ${median} ms; ${verdict} the limit of ${limit} ms`;
  return row(what, 'ms', { ours: value }, { note: full });
}

/** How many requests took how much of the server's processor time. */
export const cost = (usedMs: number, count: number, seconds: number): string =>
  `${count} in ${seconds} s took ${shown(usedMs / 1000)} s of processor time`;
