import type { SoundType } from '@dipper/contract';
import type { ProbedStream } from '../probe-schema.js';
import { SOUND_FILES } from './sound-files.js';

/** How a sound becomes one of another file. */
export interface Encoding {
  /** Its packets go into the file as they are. */
  readonly copies: boolean;
  /** ffmpeg's options for the stream. */
  readonly options: readonly string[];
  /** About what it takes, kbit/s. */
  readonly kbps: number;
}

/** Rates are measured over whole files: a file of 128 kbit/s may come to 129. */
const SAME_RATE = 1.05;
/** Taken for the rate of a copy where nobody knows it, kbit/s: above any lossy one. */
const UNKNOWN_KBPS = 512;
/** What compresses without loss gains by it at least a little. */
const FLAC_SHARE = 0.8;

/** Codecs that a type of file holds as they are. */
const TAKES: Readonly<Record<SoundType, RegExp>> = {
  mp3: /^mp3$/,
  m4a: /^(aac|alac)$/,
  aac: /^aac$/,
  wav: /^pcm_(s16|s24|s32|f32)le$/,
  flac: /^flac$/,
  opus: /^opus$/,
};
const LOSSLESS = /^(flac|alac|pcm_|wavpack|tta|ape)/;
/** Profiles of AAC whose frames ADTS can name (ISO 14496-3 §1.A.2.2.1); others are encoded. */
const IN_ADTS = /^(LC|HE-AAC(v2)?|Main|SSR|LTP)$/;
/** MPEG-1 layer III; below it, 160 kbit/s is the most there is (ISO 13818-3 §2.4.2.3). */
const LEAST_HZ_OF_FULL_RATE = 32_000;
const MOST_KBPS_BELOW = 160;
/** Of each channel; libopus refuses more. */
const MOST_OPUS_KBPS = 256;

/** Whether a sound is copied: never where a smaller file was asked for, always where it costs nothing. */
function isCopied(to: SoundType, bitrate: number | null, { codec, sound }: ProbedStream): boolean {
  const kbps = sound?.kbps ?? null;
  const isSmallEnough = bitrate === null || kbps === null || kbps <= bitrate * SAME_RATE;
  const isKnown = to !== 'aac' || IN_ADTS.test(sound?.profile ?? 'LC');
  return TAKES[to].test(codec) && isKnown && (isSmallEnough || LOSSLESS.test(codec));
}

/**
 * How a sound is put into a file of another type. No filter changes its loudness; more channels
 * than two are mixed down where players want that.
 * @param bitrate asked for, kbit/s; null: what is usual.
 */
export function encodingOf(to: SoundType, bitrate: number | null, stream: ProbedStream): Encoding {
  const { codec, sound } = stream;
  if (isCopied(to, bitrate, stream)) {
    return { copies: true, options: ['-c:a', 'copy'], kbps: sound?.kbps ?? UNKNOWN_KBPS };
  }
  const { encoder, usualKbps, maxChannels } = SOUND_FILES[to];
  const [hz, channels] = [sound?.hz ?? 48_000, sound?.channels ?? 2];
  const isMixed = channels > maxChannels;
  const options = [
    // Fills the gaps of a recording with silence, so that it lasts as long and chapters stay in place.
    ...['-af', 'aresample=async=1'],
    ...(isMixed ? ['-ac', String(Math.min(2, maxChannels))] : []),
  ];
  if (usualKbps === null) {
    const bits = LOSSLESS.test(codec) && (sound?.bits ?? 16) > 16 ? 24 : 16;
    const plainKbps = (hz * Math.min(channels, maxChannels) * bits) / 1000;
    return to === 'wav'
      ? { copies: false, options: [...options, '-c:a', `pcm_s${bits}le`], kbps: plainKbps }
      : {
          copies: false,
          // FLAC takes 24 bits within 32.
          options: [...options, '-c:a', encoder, '-sample_fmt', bits === 24 ? 's32' : 's16'],
          kbps: plainKbps,
        };
  }
  const asked = bitrate ?? usualKbps;
  const kbps = to === 'opus' ? Math.min(asked, MOST_OPUS_KBPS * Math.min(channels, 2)) : asked;
  const isTooSlow = to === 'mp3' && kbps > MOST_KBPS_BELOW && hz < LEAST_HZ_OF_FULL_RATE;
  return {
    copies: false,
    options: [
      ...options,
      ...(isTooSlow ? ['-ar', '44100'] : []),
      ...['-c:a', encoder, '-b:a', `${kbps}k`],
    ],
    kbps,
  };
}

/** A file of FLAC by the rate of its samples, kbit/s; what music comes to. */
export function flacKbps(plainKbps: number): number {
  return plainKbps * FLAC_SHARE;
}
