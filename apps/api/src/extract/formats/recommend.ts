import type { Reason } from '@dipper/contract';
import { type Playback, playback } from '@dipper/media';
import { type Draft, roundedFps } from './rank.js';
import { nominalPixels } from './resolution.js';
import { offerSize } from './sizes.js';

/** Height that is highlighted: the default video quality (specification §9). */
const DEFAULT_HEIGHT = 720;
/** Below this a picture is a makeshift on any screen. */
const LEAST_HEIGHT = 480;
/** How much of the picture, or of the rate of a sound, is given up for a file that plays everywhere. */
const WORTH_PLAYING = 0.75;

/**
 * The row for whoever does not want to choose: with sound, in the usual range of brightness, without a
 * watermark, at the default quality, and playing everywhere where that costs little.
 * @param rows best first.
 */
export function recommend(rows: readonly Draft[]): Draft | undefined {
  const whole = preferred(rows, (row) => isVideo(row) && hasSound(row));
  const candidates = preferred(
    preferred(whole, ({ main }) => !main.isHdr),
    ({ main }) => !main.watermarked,
  );
  return candidates.every(isVideo) ? bestVideo(candidates) : bestAudio(candidates);
}

function bestVideo(candidates: readonly Draft[]): Draft | undefined {
  const usual = atUsualQuality(candidates);
  if (usual === undefined || ['everywhere', 'unknown'].includes(playbackOf(usual))) {
    return usual;
  }
  const wide = atUsualQuality(candidates.filter((row) => playbackOf(row) === 'everywhere'));
  const least = WORTH_PLAYING * Math.min(nominalPixels(usual.main), DEFAULT_HEIGHT);
  if (wide !== undefined && nominalPixels(wide.main) >= least) {
    return wide;
  }
  // The file a site hands out whole is made for every visitor, though it says nothing of it.
  const handedOut = candidates.find(
    (row) =>
      row.kind === 'direct' && nominalPixels(row.main) === 0 && playbackOf(row) === 'unknown',
  );
  return handedOut ?? usual;
}

/** The tallest up to the default height, else the smallest above it, else the tallest there is. */
function atUsualQuality(rows: readonly Draft[]): Draft | undefined {
  const pixels = ({ main }: Draft): number => nominalPixels(main);
  const above = rows.filter((row) => pixels(row) > DEFAULT_HEIGHT);
  const least = above.reduce((smallest, row) => Math.min(smallest, pixels(row)), Infinity);
  const upTo = rows.filter((row) => pixels(row) <= DEFAULT_HEIGHT);
  return (
    upTo.find((row) => pixels(row) >= LEAST_HEIGHT) ??
    above.find((row) => pixels(row) === least) ??
    // Best first; what nothing is known of comes last.
    upTo.find((row) => pixels(row) > 0) ??
    upTo[0]
  );
}

function bestAudio([best, ...others]: readonly Draft[]): Draft | undefined {
  if (best === undefined || playbackOf(best) !== 'limited') {
    return best;
  }
  const least = WORTH_PLAYING * (rateOf(best) ?? 0);
  return (
    others.find((row) => playbackOf(row) === 'everywhere' && (rateOf(row) ?? 0) >= least) ?? best
  );
}

/** Why a row of several is recommended: the first that is true of it. */
export function reasonFor(row: Draft, rows: readonly Draft[]): Reason {
  const reasons = isVideo(row) ? VIDEO_REASONS : AUDIO_REASONS;
  const others = rows.filter((other) => other !== row);
  return reasons.find(([, isTrue]) => isTrue(row, others))?.[0] ?? 'first_choice';
}

type Rule = readonly [Reason, (row: Draft, others: readonly Draft[]) => boolean];

const VIDEO_REASONS: readonly Rule[] = [
  [
    'without_watermark',
    ({ main }, others) =>
      !main.watermarked &&
      others.some(isVideo) &&
      videosOf(others).every((o) => o.main.watermarked),
  ],
  ['plays_everywhere', (row) => playbackOf(row) === 'everywhere' && !row.main.watermarked],
  [
    'only_with_sound',
    (row, others) =>
      isHeard(row) && videosOf(others).length > 0 && !videosOf(others).some(hasSound),
  ],
  [
    'best_with_sound',
    (row, others) =>
      isHeard(row) &&
      isMeasured([row, ...videosOf(others)]) &&
      largerThan(row, others).length > 0 &&
      !largerThan(row, others).some(hasSound),
  ],
  [
    'best_picture',
    (row, others) =>
      isMeasured([row, ...videosOf(others)]) &&
      videosOf(others).some(({ main }) => nominalPixels(main) < nominalPixels(row.main)) &&
      !videosOf(others).some((other) => looksBetter(other, row)),
  ],
  [
    'ready_at_once',
    ({ kind }, others) =>
      kind === 'direct' && videosOf(others).some((other) => other.kind !== 'direct'),
  ],
  [
    'usual_quality',
    (row, others) =>
      nominalPixels(row.main) >= LEAST_HEIGHT &&
      nominalPixels(row.main) <= DEFAULT_HEIGHT &&
      largerThan(row, others).length > 0,
  ],
  [
    'smallest_whole',
    (row, others) =>
      isHeard(row) &&
      isMeasured([row, ...videosOf(others)]) &&
      largerThan(row, others).length > 0 &&
      videosOf(others)
        .filter(hasSound)
        .every((other) => !isSmaller(other, row)),
  ],
];

const AUDIO_REASONS: readonly Rule[] = [
  // Where all play everywhere, that tells nothing.
  [
    'plays_everywhere',
    (row, others) =>
      playbackOf(row) === 'everywhere' &&
      others.some((other) => playbackOf(other) !== 'everywhere'),
  ],
  [
    'best_sound',
    (row, others) =>
      rateOf(row) !== null &&
      others.length > 0 &&
      others.every((other) => (rateOf(other) ?? Infinity) < (rateOf(row) ?? 0)),
  ],
  ['plays_everywhere', (row) => playbackOf(row) === 'everywhere'],
];

/** Those that are, or all where none is. */
function preferred(rows: readonly Draft[], isPreferred: (row: Draft) => boolean): readonly Draft[] {
  const some = rows.filter(isPreferred);
  return some.length > 0 ? some : rows;
}

function isVideo({ main }: Draft): boolean {
  return main.video !== 'no';
}

function videosOf(rows: readonly Draft[]): readonly Draft[] {
  return rows.filter(isVideo);
}

/** Nothing says that it has none. */
function hasSound({ main, sound }: Draft): boolean {
  return sound !== null || main.audio !== 'no';
}

/** It surely has one. */
function isHeard({ main, sound }: Draft): boolean {
  return sound !== null || main.audio === 'yes';
}

function isMeasured(rows: readonly Draft[]): boolean {
  return rows.every(({ main }) => nominalPixels(main) > 0);
}

function largerThan({ main }: Draft, others: readonly Draft[]): readonly Draft[] {
  return videosOf(others).filter((other) => nominalPixels(other.main) > nominalPixels(main));
}

/** In its picture or, where both are known, in bytes. */
function isSmaller(one: Draft, other: Draft): boolean {
  const [bytes, otherBytes] = [offerSize(one).bytes, offerSize(other).bytes];
  const isLighter = bytes !== null && otherBytes !== null && bytes < otherBytes;
  return isLighter || nominalPixels(one.main) < nominalPixels(other.main);
}

function looksBetter({ main: one }: Draft, { main: other }: Draft): boolean {
  const [larger, faster] = [
    nominalPixels(one) - nominalPixels(other),
    roundedFps(one) - roundedFps(other),
  ];
  return larger > 0 || (larger === 0 && (faster > 0 || (one.isHdr && !other.isHdr)));
}

function rateOf({ main }: Draft): number | null {
  return main.abr ?? main.tbr;
}

function playbackOf({ main, sound, container }: Draft): Playback {
  return playback({
    ext: container,
    vcodec: main.vcodec,
    acodec: sound?.acodec ?? main.acodec,
    isAudioOnly: main.video === 'no',
    hasAudio: sound !== null || main.audio !== 'no',
  });
}
