import type { Expectation } from '../gate/compare.js';
import type { WantedStreams } from '../gate/media-reader.js';
import type { FetchedSource } from '../maker.port.js';
import { type Probe, withoutDurations } from '../probe-schema.js';
import type { Join } from '../recipe.js';
import { offsets } from './offsets.js';

/**
 * If the clock and the segments' durations differ by more seconds than this, the clock is assumed
 * to jump.
 */
const CLOCK_JUMP = 1;

/**
 * What a joined file must contain.
 * @param probes probes of its sources in order, corrected with the measured packets.
 */
export function expectationOf(
  { main, sound, durationSeconds }: Join,
  { sources, probes }: { sources: readonly FetchedSource[]; probes: readonly Probe[] },
): Expectation {
  const later = offsets(probes);
  return {
    video: main.video,
    audio: sound?.audio ?? main.audio,
    pageDuration: durationSeconds,
    sources: probes.map((probe, index) =>
      delayed(dropUnreliableDuration(probe, sources[index]), later[index] ?? 0),
    ),
  };
}

/**
 * Drops the duration of a source whose clock jumps, for example at a playlist discontinuity,
 * because joining removes the jumps. Its packets are still counted.
 */
export function dropUnreliableDuration(probe: Probe, source: FetchedSource | undefined): Probe {
  const byClock = probe.durationSeconds;
  const bySegments = source?.durationSeconds ?? byClock;
  return byClock !== null && bySegments !== null && Math.abs(byClock - bySegments) > CLOCK_JUMP
    ? withoutDurations(probe)
    : probe;
}

/**
 * The duration of a joined file in seconds; 0 if unknown. If the clock of a source jumps, only the
 * sum of its segments' durations is right.
 */
export function playedSeconds({
  sources,
  probes,
}: {
  sources: readonly FetchedSource[];
  probes: readonly Probe[];
}): number {
  return Math.max(0, ...[...sources, ...probes].map((one) => one.durationSeconds ?? 0));
}

function delayed(probe: Probe, seconds: number): Probe {
  const { durationSeconds } = probe;
  return { ...probe, durationSeconds: durationSeconds && durationSeconds + seconds };
}

/**
 * The streams of a source that go into the file. They must match the streams that the muxer takes.
 */
export function wantedStreams({ sound, isAudio }: Join, index: number): WantedStreams {
  if (sound !== null) {
    return index === 0 ? ['video'] : ['audio'];
  }
  return isAudio ? ['audio'] : ['video', 'audio'];
}
