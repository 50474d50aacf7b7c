import type { Probe, ProbedStream } from '../probe-schema.js';

/**
 * Durations must agree within 2% or 1 s (contract: "A file appears under its final name only when
 * …").
 */
const SHARE = 0.02;
const SECONDS = 1;
/**
 * The share allowed for audio-only files. It is larger because the duration in a podcast feed does
 * not include the ads inserted for each listener.
 */
const SOUND_SHARE = 0.1;
/**
 * Number of packets that may be missing, because containers split a stream's first and last packet
 * differently.
 */
const SPLIT_PACKETS = 2;

export interface Expectation {
  /** The streams that were requested; 'unknown' if the page did not specify them. */
  readonly video: 'yes' | 'no' | 'unknown';
  readonly audio: 'yes' | 'no' | 'unknown';
  /** Duration in seconds according to the page; null if the page gives none. */
  readonly pageDuration: number | null;
  readonly sources: readonly Probe[];
  /** True if the packet counts must match exactly, because no container trims the edges. */
  readonly isExact?: boolean;
}

/**
 * Checks whether a file lacks a requested stream, which makes it unusable.
 * @returns what is missing, for the log; null if nothing is.
 */
export function describeMissing(result: Probe | null, expected: Expectation): string | null {
  if (result === null || result.streams.length === 0) {
    return 'not a media file';
  }
  for (const type of ['video', 'audio'] as const) {
    if (streamOf(result, type) !== null) {
      continue;
    }
    if (expected[type] === 'yes') {
      return `no ${type} stream`;
    }
    if (expected[type] !== 'no' && sourceOf(expected, type) !== null) {
      return `lacks the ${type} stream of its source`;
    }
  }
  return null;
}

/**
 * Checks whether a finished file contains everything that its sources and its page state.
 * @param result the probe of a file that has all requested streams.
 * @returns what is wrong, for the log; null if nothing is.
 */
export function describeShortfall(result: Probe, expected: Expectation): string | null {
  for (const type of ['video', 'audio'] as const) {
    const [found, source] = [streamOf(result, type), sourceOf(expected, type)];
    const shortfall =
      (expected.isExact ? countedOtherwise(found, source, type) : null) ??
      shortfallOfStream(found, source, type);
    if (shortfall !== null) {
      return shortfall;
    }
  }
  const whole = result.durationSeconds ?? longest(result);
  if (whole === null) {
    return 'no duration';
  }
  const ofSources = longestOf(expected.sources);
  if (ofSources !== null && !agrees(whole, ofSources)) {
    return `lasts ${whole} s, but its sources last ${ofSources} s`;
  }
  // A file may be longer than its page states, because pages round durations and may describe a
  // shorter cut. A shorter file is truncated.
  const { pageDuration } = expected;
  const isSound = streamOf(result, 'video') === null;
  const share = isSound ? SOUND_SHARE : SHARE;
  return pageDuration !== null && whole < pageDuration && !agrees(whole, pageDuration, share)
    ? `lasts ${whole} s, but its page states ${pageDuration} s`
    : null;
}

function countedOtherwise(
  found: ProbedStream | null,
  source: ProbedStream | null,
  type: ProbedStream['type'],
): string | null {
  const [packets, wanted] = [found?.frames ?? null, source?.frames ?? null];
  return wanted !== null && packets !== wanted
    ? `${type} has ${packets} packets instead of ${wanted}`
    : null;
}

function shortfallOfStream(
  found: ProbedStream | null,
  source: ProbedStream | null,
  type: ProbedStream['type'],
): string | null {
  const [got, wanted] = [found?.durationSeconds ?? null, source?.durationSeconds ?? null];
  if (got !== null && wanted !== null && !agrees(got, wanted)) {
    return `${type} lasts ${got} s, but its source lasts ${wanted} s`;
  }
  const [packets, sourcePackets] = [found?.frames ?? null, source?.frames ?? null];
  return packets !== null && sourcePackets !== null && packets < sourcePackets - SPLIT_PACKETS
    ? `${type} has ${packets} packets, but its source has ${sourcePackets}`
    : null;
}

function sourceOf({ sources }: Expectation, type: ProbedStream['type']): ProbedStream | null {
  return sources.map((probe) => streamOf(probe, type)).find((found) => found !== null) ?? null;
}

function agrees(seconds: number, wanted: number, share = SHARE): boolean {
  return Math.abs(seconds - wanted) <= Math.max(SECONDS, wanted * share);
}

function streamOf({ streams }: Probe, type: ProbedStream['type']): ProbedStream | null {
  return streams.find((stream) => stream.type === type) ?? null;
}

function longest({ streams }: Probe): number | null {
  const known = streams.flatMap(({ durationSeconds }) => durationSeconds ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function longestOf(probes: readonly Probe[]): number | null {
  const known = probes.flatMap((probe) => probe.durationSeconds ?? longest(probe) ?? []);
  return known.length === 0 ? null : Math.max(...known);
}
