import type { Presence, SourceFormat } from '../source-info.js';
import type { Offer } from './offer.js';

/**
 * The highest plausible bitrate in kbit/s. Higher values result from a wrong unit in the source
 * (Vimeo mixes bit/s and kbit/s).
 */
const BELIEVABLE_KBPS = 200_000;
/** Sizes outside this range are placeholders, or result from a wrong unit. */
const BELIEVABLE_BYTES: readonly [number, number] = [1024, 50e9];

type Given = number | null | undefined;

/**
 * What a page states about the size of a stream. Rates are in kbit/s, and sizes in bytes. Any value
 * may be missing or wrong.
 */
export interface SizeClaim {
  readonly filesize: Given;
  /** yt-dlp's own estimate, derived from `tbr`. It is wrong if `tbr` is wrong. */
  readonly filesizeApprox: Given;
  readonly tbr: Given;
  readonly vbr: Given;
  readonly abr: Given;
  readonly video: Presence;
  readonly audio: Presence;
  readonly segmentBytes?: readonly Given[];
}

type StreamSize = Pick<SourceFormat, 'sizeBytes' | 'sizeIsEstimate'>;

export function believableRate(kbps: Given): number | null {
  return believable(kbps, [0, BELIEVABLE_KBPS]);
}

/**
 * A plausible size of a media file in whole bytes, as stated by a page or a source; otherwise null.
 */
export function believableBytes(bytes: Given): number | null {
  const believed = believable(bytes, BELIEVABLE_BYTES);
  return believed === null ? null : Math.round(believed);
}

/** The size of a stream: as stated, or else estimated from its segments or its rate. */
export function streamSize(claim: SizeClaim, seconds: number | null): StreamSize {
  const exact = believableBytes(claim.filesize);
  if (exact !== null) {
    return { sizeBytes: exact, sizeIsEstimate: false };
  }
  const isRateWrong = (claim.tbr ?? 0) > BELIEVABLE_KBPS;
  const kbps = isRateWrong ? null : rateOf(claim);
  const estimate =
    sumOf(claim.segmentBytes ?? []) ??
    (isRateWrong ? null : believableBytes(claim.filesizeApprox)) ??
    (kbps === null || seconds === null ? null : believableBytes((kbps * 1000 * seconds) / 8));
  return { sizeBytes: estimate, sizeIsEstimate: estimate !== null };
}

/** The rate of the whole stream; null if only one of its two parts has a known rate. */
function rateOf({ tbr, vbr, abr, video, audio }: SizeClaim): number | null {
  const [total, picture, sound] = [tbr, vbr, abr].map(believableRate);
  if (total !== null && total !== undefined) {
    return total;
  }
  if (video === 'no') {
    return sound ?? null;
  }
  if (audio === 'no') {
    return picture ?? null;
  }
  return picture && sound ? picture + sound : null;
}

/**
 * The size of an offer's file in bytes. For two joined streams, it is their sum. Muxing adds almost
 * nothing.
 * @returns null for `bytes` if the size is unknown
 */
export function offerSize({ main, sound, convert }: Pick<Offer, 'main' | 'sound' | 'convert'>): {
  bytes: number | null;
  estimate: boolean;
} {
  if (convert) {
    return { bytes: convert.sizeBytes, estimate: convert.sizeBytes !== null };
  }
  const [picture, joined] = [main.sizeBytes, sound === null ? 0 : sound.sizeBytes];
  if (picture !== null && joined !== null) {
    const estimate = main.sizeIsEstimate || (sound?.sizeIsEstimate ?? false);
    return { bytes: picture + joined, estimate };
  }
  // The BANDWIDTH of an HLS variant includes its audio (RFC 8216 §4.3.4.2).
  const isCounted = main.protocol === 'hls' && sound?.protocol === 'hls' && main.sizeIsEstimate;
  return isCounted && picture !== null
    ? { bytes: picture, estimate: true }
    : { bytes: null, estimate: false };
}

function sumOf(sizes: readonly Given[]): number | null {
  const known = sizes.flatMap((size) => believable(size, [0, BELIEVABLE_BYTES[1]]) ?? []);
  return known.length > 0 && known.length === sizes.length
    ? believableBytes(known.reduce((sum, size) => sum + size, 0))
    : null;
}

/** A number within a plausible range; null for any other, or none. */
export function believable(
  value: Given,
  [above, upTo]: readonly [above: number, upTo: number],
): number | null {
  return value !== null && value !== undefined && value > above && value <= upTo ? value : null;
}
