import type { SoundType } from '@dipper/contract';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import { bestSound, soundRate } from './best-sound.js';
import type { Conversion, Offer } from './offer.js';
import { believableBytes } from './sizes.js';
import { isTaken, SOUND_TYPES } from './sound-types.js';

/** What this server can make. */
export interface ConversionBounds {
  /** Of its ffmpeg. */
  readonly encoders: ReadonlySet<string>;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

/** In the order in which people ask for them. */
const TYPES: readonly SoundType[] = ['mp3', 'm4a', 'aac', 'opus', 'flac', 'wav'];
/** Rates of MP3, kbit/s. */
const MP3_KBPS = [320, 192, 128] as const;
/** Rates closer than this are not told apart by ear. */
const AUDIBLE_RATIO = 1.25;
/** A file of this many times the rate of its source is large for nothing. */
const WASTEFUL_RATIO = 1.6;

/**
 * The sound of an item as other types of files. They come after what the page itself has, and none
 * is ever recommended.
 */
export function conversionsOf(
  { formats, durationSeconds }: Pick<SourceInfo, 'formats' | 'durationSeconds'>,
  { encoders, maxSeconds, maxBytes }: ConversionBounds,
): Offer[] {
  if ((durationSeconds ?? 0) > maxSeconds) {
    return [];
  }
  return TYPES.flatMap((to) => {
    const source = bestSound(formats, to);
    const canMake =
      source !== null && (isTaken(to, source) || encoders.has(SOUND_TYPES[to].encoder));
    return canMake
      ? ratesOf(to, source)
          .map((rates) => offerOf({ to, ...rates }, source, durationSeconds))
          .filter(({ convert }) => (convert?.sizeBytes ?? 0) <= maxBytes)
      : [];
  });
}

type Rates = Pick<Conversion, 'bitrate' | 'kbps'>;

/** The rates that a type of file is offered in, the one that loses nothing and wastes nothing first. */
function ratesOf(to: SoundType, source: SourceFormat): Rates[] {
  const rate = soundRate(source);
  const { usualKbps } = SOUND_TYPES[to];
  if (to === 'mp3') {
    return isTaken(to, source) ? ratesOfMp3(rate) : encodedRates(rate);
  }
  if (usualKbps === null) {
    return [{ bitrate: null, kbps: null }];
  }
  const copied = rate === null ? null : Math.round(rate);
  return [{ bitrate: null, kbps: isTaken(to, source) ? copied : usualKbps }];
}

/** Of an MP3 itself, and smaller: a larger one would be no better. */
function ratesOfMp3(rate: number | null): Rates[] {
  const kbps = rate === null ? null : Math.round(rate);
  const smaller = MP3_KBPS.filter((one) => one * AUDIBLE_RATIO <= (rate ?? MP3_KBPS[1]));
  return [{ bitrate: MP3_KBPS[0], kbps }, ...smaller.map((one) => ({ bitrate: one, kbps: one }))];
}

function encodedRates(rate: number | null): Rates[] {
  const fitting = MP3_KBPS.filter((one) => rate === null || one <= rate * WASTEFUL_RATIO);
  const wasteful = MP3_KBPS.filter((one) => !fitting.includes(one)).reverse();
  return [...fitting, ...wasteful].map((one) => ({ bitrate: one, kbps: one }));
}

function offerOf(
  { to, bitrate, kbps }: Omit<Conversion, 'sizeBytes'>,
  source: SourceFormat,
  seconds: number | null,
): Offer {
  const rate = kbps ?? SOUND_TYPES[to].estimatedKbps;
  const sizeBytes = seconds === null ? null : believableBytes((rate * 1000 * seconds) / 8);
  return {
    ...{ kind: 'audio', main: source, sound: null, container: to },
    ...{ recommended: false, reason: null, language: null, voice: null },
    convert: { to, bitrate, kbps, sizeBytes },
  };
}
