import type { SoundType } from '@dipper/contract';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import { bestSound, soundRate } from './sound/best-sound.js';
import type { Conversion, Offer } from './offer.js';
import { believableBytes } from './sizes.js';
import { canCopyAudio, SOUND_TYPES } from './sound/sound-types.js';

interface ConversionBounds {
  readonly encoders: ReadonlySet<string>;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

/** In order of demand. */
const TYPES: readonly SoundType[] = ['mp3', 'm4a', 'aac', 'opus', 'flac', 'wav'];
/** The MP3 rates that are offered, in kbit/s. */
const MP3_KBPS = [320, 192, 128] as const;
/** Rates whose ratio is less than this sound the same. */
const AUDIBLE_RATIO = 1.25;

/**
 * Offers an item's audio converted to other file types. These rows come after the page's own
 * formats, and are never recommended.
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
      source !== null && (canCopyAudio(to, source) || encoders.has(SOUND_TYPES[to].encoder));
    return canMake
      ? ratesOf(to, source)
          .map((rates) => offerOf({ to, ...rates }, source, durationSeconds))
          .filter(({ convert }) => (convert?.sizeBytes ?? 0) <= maxBytes)
      : [];
  });
}

type Rates = Pick<Conversion, 'bitrate' | 'kbps'>;

/** The rates that are offered for a file type, highest first. */
function ratesOf(to: SoundType, source: SourceFormat): Rates[] {
  const rate = soundRate(source);
  const { usualKbps } = SOUND_TYPES[to];
  if (to === 'mp3') {
    return canCopyAudio(to, source)
      ? ratesOfMp3(rate)
      : // Highest first, as in any list of rates; the page marks the rate that fits the source.
        MP3_KBPS.map((one) => ({ bitrate: one, kbps: one }));
  }
  if (usualKbps === null) {
    return [{ bitrate: null, kbps: null }];
  }
  const copied = rate === null ? null : Math.round(rate);
  return [{ bitrate: null, kbps: canCopyAudio(to, source) ? copied : usualKbps }];
}

/**
 * The rates for an MP3 source: the file itself and lower rates, because a higher rate would sound
 * no better.
 */
function ratesOfMp3(rate: number | null): Rates[] {
  const kbps = rate === null ? null : Math.round(rate);
  const smaller = MP3_KBPS.filter((one) => one * AUDIBLE_RATIO <= (rate ?? MP3_KBPS[1]));
  return [{ bitrate: MP3_KBPS[0], kbps }, ...smaller.map((one) => ({ bitrate: one, kbps: one }))];
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
