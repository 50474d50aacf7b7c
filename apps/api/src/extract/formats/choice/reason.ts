import type { Reason } from '@dipper/contract';
import { audioRate, hasAudio, isVideo } from '../offer.js';
import { type Draft, roundedFps } from './rank.js';
import { DEFAULT_HEIGHT, LEAST_HEIGHT, playbackOf } from './recommend.js';
import { nominalPixels } from '../resolution.js';
import { offerSize } from '../sizes.js';

/** Why a row is recommended: the first reason that applies. */
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
      isHeard(row) && videosOf(others).length > 0 && !videosOf(others).some(hasAudio),
  ],
  [
    'best_with_sound',
    (row, others) =>
      isHeard(row) &&
      isMeasured([row, ...videosOf(others)]) &&
      largerThan(row, others).length > 0 &&
      !largerThan(row, others).some(hasAudio),
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
        .filter(hasAudio)
        .every((other) => !isSmaller(other, row)),
  ],
];

const AUDIO_REASONS: readonly Rule[] = [
  // If all rows played everywhere, this reason would be meaningless.
  [
    'plays_everywhere',
    (row, others) =>
      playbackOf(row) === 'everywhere' &&
      others.some((other) => playbackOf(other) !== 'everywhere'),
  ],
  [
    'best_sound',
    (row, others) =>
      audioRate(row) !== null &&
      others.length > 0 &&
      others.every((other) => (audioRate(other) ?? Infinity) < (audioRate(row) ?? 0)),
  ],
  ['plays_everywhere', (row) => playbackOf(row) === 'everywhere'],
];

function videosOf(rows: readonly Draft[]): readonly Draft[] {
  return rows.filter(isVideo);
}

function isHeard({ main, sound }: Draft): boolean {
  return sound !== null || main.audio === 'yes';
}

function isMeasured(rows: readonly Draft[]): boolean {
  return rows.every(({ main }) => nominalPixels(main) > 0);
}

function largerThan({ main }: Draft, others: readonly Draft[]): readonly Draft[] {
  return videosOf(others).filter((other) => nominalPixels(other.main) > nominalPixels(main));
}

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
