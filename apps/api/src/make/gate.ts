import type { Probe, ProbedStream } from './probe-schema.js';

/** Durations agree within 2 % or 1 s (contract: "A file appears under its final name only when …"). */
const SHARE = 0.02;
const SECONDS = 1;

interface Expectation {
  /** The streams that were asked for; 'unknown' where the page did not tell. */
  readonly video: 'yes' | 'no' | 'unknown';
  readonly audio: 'yes' | 'no' | 'unknown';
  /** By the page, seconds; null when it gives none. */
  readonly pageDuration: number | null;
  readonly sources: readonly Probe[];
}

/**
 * Whether a finished file is what was asked for.
 * @returns null when it is, else what is wrong, for the log.
 */
export function problemWith(result: Probe | null, expected: Expectation): string | null {
  if (result === null || result.streams.length === 0) {
    return 'not a media file';
  }
  for (const type of ['video', 'audio'] as const) {
    const found = streamOf(result, type);
    if (expected[type] === 'yes' && found === null) {
      return `no ${type} stream`;
    }
    const source = expected.sources.map((probe) => streamOf(probe, type)).find((s) => s !== null);
    if (source !== undefined && found === null && expected[type] !== 'no') {
      return `the ${type} stream of its source is gone`;
    }
    const [wanted, got] = [source?.durationSeconds ?? null, found?.durationSeconds ?? null];
    if (wanted !== null && got !== null && !agrees(got, wanted)) {
      return `${type} lasts ${got} s, its source ${wanted} s`;
    }
  }
  const whole = result.durationSeconds ?? longest(result);
  if (whole === null) {
    return 'no duration';
  }
  const ofSources = longestOf(expected.sources);
  if (ofSources !== null && !agrees(whole, ofSources)) {
    return `lasts ${whole} s, its sources ${ofSources} s`;
  }
  // Pages round, and may describe a shorter cut; but a file shorter than its page says is truncated.
  const { pageDuration } = expected;
  return pageDuration !== null && whole < pageDuration && !agrees(whole, pageDuration)
    ? `lasts ${whole} s, its page says ${pageDuration} s`
    : null;
}

function agrees(seconds: number, wanted: number): boolean {
  return Math.abs(seconds - wanted) <= Math.max(SECONDS, wanted * SHARE);
}

function streamOf({ streams }: Probe, type: ProbedStream['type']): ProbedStream | null {
  return streams.find((stream) => stream.type === type) ?? null;
}

function longest({ streams }: Probe): number | null {
  const known = streams.flatMap(({ durationSeconds }) => durationSeconds ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function longestOf(probes: readonly Probe[]): number | null {
  const known = probes.flatMap((probe) => longest(probe) ?? probe.durationSeconds ?? []);
  return known.length === 0 ? null : Math.max(...known);
}
