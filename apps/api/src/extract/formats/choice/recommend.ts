import { type Playback, playback } from '@dipper/media';
import { audioRate, hasAudio, isAudioOnly, isVideo } from '../offer.js';
import { type Draft, preferred } from './rank.js';
import { nominalPixels } from '../resolution.js';

/** The recommended height: the default video quality (specification §9). */
export const DEFAULT_HEIGHT = 720;
/** The smallest height that is recommended. Anything smaller looks poor on every screen. */
export const LEAST_HEIGHT = 480;
/**
 * The share of the pixels, or of the audio rate, that a more compatible file must have to be
 * preferred.
 */
const WORTH_PLAYING = 0.75;

/**
 * The row for visitors who don't want to choose: with audio, in SDR, without a watermark, at the
 * default quality, and compatible if that costs little quality.
 * @param rows best first
 */
export function recommend(rows: readonly Draft[]): Draft | undefined {
  const whole = preferred(rows, (row) => isVideo(row) && hasAudio(row));
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
  // A site's whole file is meant for all its visitors, even if its codec is unknown.
  const handedOut = candidates.filter(
    (row) => row.kind === 'direct' && row.main.vcodec === null && playbackOf(row) === 'unknown',
  );
  return (
    handedOut.find((row) => nominalPixels(row.main) === 0) ??
    atUsualQuality(handedOut.filter((row) => nominalPixels(row.main) >= least)) ??
    usual
  );
}

/**
 * The tallest row up to the default height, or else the smallest above it, or else the tallest of
 * all.
 */
function atUsualQuality(rows: readonly Draft[]): Draft | undefined {
  const pixels = ({ main }: Draft): number => nominalPixels(main);
  const above = rows.filter((row) => pixels(row) > DEFAULT_HEIGHT);
  const least = above.reduce((smallest, row) => Math.min(smallest, pixels(row)), Infinity);
  const upTo = rows.filter((row) => pixels(row) <= DEFAULT_HEIGHT);
  return (
    upTo.find((row) => pixels(row) >= LEAST_HEIGHT) ??
    above.find((row) => pixels(row) === least) ??
    // Rows are sorted best first; rows of unknown size come last.
    upTo.find((row) => pixels(row) > 0) ??
    upTo[0]
  );
}

function bestAudio([best, ...others]: readonly Draft[]): Draft | undefined {
  if (best === undefined || ['everywhere', 'unknown'].includes(playbackOf(best))) {
    return best;
  }
  const least = WORTH_PLAYING * (audioRate(best) ?? 0);
  return (
    others.find((row) => playbackOf(row) === 'everywhere' && (audioRate(row) ?? 0) >= least) ?? best
  );
}

export function playbackOf(row: Draft): Playback {
  const { main, sound, container } = row;
  return playback({
    ext: container,
    vcodec: main.vcodec,
    acodec: sound?.acodec ?? main.acodec,
    isAudioOnly: isAudioOnly(row),
    hasAudio: hasAudio(row),
  });
}
