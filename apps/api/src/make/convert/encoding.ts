import type { SoundType } from '@dipper/contract';
import { SOUND_TYPES } from '../../extract/formats/sound/sound-types.js';
import type { ProbedStream } from '../probe-schema.js';
import { SOUND_FILES } from './sound-files.js';

export interface Encoding {
  readonly copies: boolean;
  readonly options: readonly string[];
  readonly kbps: number;
}

/**
 * Tolerance for comparing bitrates. They are averages over whole files, so a 128 kbit/s file may
 * measure 129.
 */
const SAME_RATE = 1.05;
/**
 * The bitrate assumed for a copied stream whose bitrate is unknown, in kbit/s. It is higher than
 * any lossy codec's.
 */
const UNKNOWN_KBPS = 512;

const LOSSLESS = /^(flac|alac|pcm_|wavpack|tta|ape)/;
/**
 * AAC profiles that ADTS can signal (ISO 14496-3 §1.A.2.2.1). Audio with any other profile is
 * encoded.
 */
const IN_ADTS = /^(LC|HE-AAC(v2)?|Main|SSR|LTP)$/;
/**
 * The lowest sample rate of MPEG-1 layer III. Below it, 160 kbit/s is the maximum (ISO 13818-3
 * §2.4.2.3).
 */
const LEAST_HZ_OF_FULL_RATE = 32_000;
const MOST_KBPS_BELOW = 160;
/** Maximum bitrate per channel that libopus accepts, in kbit/s. */
const MOST_OPUS_KBPS = 256;

/**
 * Audio is copied whenever the file type allows it, unless the visitor requested a smaller file.
 */
function isCopied(to: SoundType, bitrate: number | null, { codec, sound }: ProbedStream): boolean {
  const kbps = sound?.kbps ?? null;
  const isSmallEnough = bitrate === null || kbps === null || kbps <= bitrate * SAME_RATE;
  const isKnown = to !== 'aac' || IN_ADTS.test(sound?.profile ?? 'LC');
  return SOUND_TYPES[to].takes.test(codec) && isKnown && (isSmallEnough || LOSSLESS.test(codec));
}

/**
 * Decides how to put audio into another file type. No filter changes its loudness. More than two
 * channels are mixed down if players require it.
 * @param bitrate requested bitrate in kbit/s; null for the default.
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
    // Fills gaps in a recording with silence, so that its duration and the chapter times stay
    // right.
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
          // FLAC takes 24 bits in 32-bit samples.
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
