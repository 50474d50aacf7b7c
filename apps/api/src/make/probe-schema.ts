import * as z from 'zod';
import type { StreamScan } from './gate/packet-scan.js';

/** ffprobe writes numbers as text, and unknown values as "N/A". */
const number = z.coerce.number().optional().catch(undefined);
const positive = z.coerce.number().positive().optional().catch(undefined);
const text = z.string().optional();

const streamSchema = z.object({
  codec_type: z.string(),
  codec_name: text,
  profile: text,
  level: number,
  duration: positive,
  nb_frames: positive,
  avg_frame_rate: text,
  r_frame_rate: text,
  has_b_frames: number,
  pix_fmt: text,
  width: positive,
  height: positive,
  field_order: text,
  sample_aspect_ratio: text,
  color_transfer: text,
  color_space: text,
  color_primaries: text,
  color_range: text,
  bit_rate: positive,
  sample_rate: positive,
  channels: positive,
  bits_per_raw_sample: positive,
  tags: z.record(z.string(), z.string()).optional(),
  disposition: z.object({ attached_pic: number }).optional(),
  side_data_list: z.array(z.object({ rotation: number })).optional(),
});

/** A stream as ffprobe describes it. */
export type DescribedStream = z.infer<typeof streamSchema>;

/** The parts of `ffprobe -show_format -show_streams -of json` that we read. */
export const probeSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z
    .object({ duration: positive, start_time: number, format_name: text, bit_rate: positive })
    .default({}),
});

export interface ProbedStream {
  readonly type: 'video' | 'audio';
  readonly codec: string;
  readonly durationSeconds: number | null;
  /** Number of packets according to the index; null if the container has no index. */
  readonly frames: number | null;
  /** Pixels per frame; 0 for audio, and when unknown. */
  readonly pixels: number;
  /** Maximum packets per second; null when unknown. */
  readonly packetRate: number | null;
  /** True if frames are stored in a different order than they are shown (B-frames). */
  readonly isReordered: boolean;
  /** True if all packets have the same duration. */
  readonly isEven: boolean;
  /** Set for audio only. */
  readonly sound?: ProbedSound;
}

/** Audio properties that decide the encoding. Each is null if the file does not state it. */
interface ProbedSound {
  readonly kbps: number | null;
  readonly hz: number | null;
  readonly channels: number | null;
  /** Bits per sample, for lossless audio. */
  readonly bits: number | null;
  /** ffprobe's name for the codec profile, such as "LC". */
  readonly profile: string | null;
}

export interface Probe {
  readonly streams: readonly ProbedStream[];
  readonly durationSeconds: number | null;
  /** Presentation time of the file's first packet in seconds, on the file's own clock. */
  readonly startSeconds: number;
  /**
   * True if ffprobe guessed the durations from the bitrate at the start. A quiet opening once made
   * it estimate an hour for 2 minutes.
   */
  readonly guessed: boolean;
  /** True if the header states the exact number of samples. */
  readonly isCounted: boolean;
}

/**
 * Samples per packet for each codec, by ffprobe's name for it. Nearly all Opus files have packets
 * of 20 ms at 48 kHz.
 */
const SAMPLES_PER_PACKET: Readonly<Record<string, number>> = {
  aac: 1024,
  ac3: 1536,
  alac: 4096,
  eac3: 1536,
  flac: 4096,
  mp3: 1152,
  opus: 960,
};
/** Rates above this are the rate of the clock, not the frame rate. */
const MOST_FRAMES_PER_SECOND = 240;

/** Formats without an index, by ffprobe's names. */
const WITHOUT_INDEX = ['aac', 'mp3'];
/** Formats whose header counts samples, by ffprobe's names. For WAV, sizes are compared instead. */
const COUNTED = ['flac'];

/** Parses ffprobe's output, ignoring cover pictures, subtitles and data. */
export function toProbe({ streams, format }: z.infer<typeof probeSchema>): Probe {
  return {
    durationSeconds: format.duration ?? null,
    startSeconds: format.start_time ?? 0,
    guessed: WITHOUT_INDEX.includes(format.format_name ?? ''),
    isCounted: COUNTED.includes(format.format_name ?? ''),
    streams: streams.flatMap((stream) => {
      const { codec_type: type, codec_name: codec = '', disposition, tags } = stream;
      const durationSeconds = stream.duration ?? taggedDuration(tags);
      return (type === 'video' || type === 'audio') && disposition?.attached_pic !== 1
        ? [
            {
              type,
              codec,
              durationSeconds,
              frames: stream.nb_frames ?? null,
              pixels: (stream.width ?? 0) * (stream.height ?? 0),
              ...timing(stream, format),
              ...(type === 'audio' && { sound: soundOf(stream) }),
            },
          ]
        : [];
    }),
  };
}

function soundOf(stream: DescribedStream): ProbedSound {
  const { bit_rate: bits = null, sample_rate: hz = null, channels = null, profile = null } = stream;
  return {
    ...{ kbps: bits && bits / 1000, hz, channels, profile },
    bits: stream.bits_per_raw_sample ?? null,
  };
}

function timing(
  stream: DescribedStream,
  { format_name: format = '' }: { format_name?: string | undefined },
): Pick<ProbedStream, 'packetRate' | 'isReordered' | 'isEven'> {
  if (stream.codec_type === 'audio') {
    const samples = SAMPLES_PER_PACKET[stream.codec_name ?? ''];
    const packetRate = samples === undefined ? null : (stream.sample_rate ?? 0) / samples || null;
    return { packetRate, isReordered: false, isEven: true };
  }
  const [average, base] = [toRate(stream.avg_frame_rate), toRate(stream.r_frame_rate)];
  // The average may cover only the first fragments, but the base rate is never exceeded.
  const fastest = Math.max(average, base);
  return {
    packetRate: fastest > 0 && fastest <= MOST_FRAMES_PER_SECOND ? fastest : null,
    isReordered: (stream.has_b_frames ?? 1) > 0,
    // Containers other than MP4 round times to their clock (33, 33, 34 ms).
    isEven: average === base && format.includes('mp4'),
  };
}

/**
 * Parses a fraction such as "30000/1001".
 * @returns 0 for "0/0".
 */
export function toRate(fraction = ''): number {
  const [over = NaN, under = NaN] = fraction.split('/').map(Number);
  return over / under || 0;
}

export function withoutDurations({ streams, ...probe }: Probe): Probe {
  return {
    ...probe,
    durationSeconds: null,
    streams: streams.map((stream) => ({ ...stream, durationSeconds: null })),
  };
}

/**
 * Describes a file by its packets.
 * @returns null if there are none.
 */
export function probeOfPackets(scans: readonly StreamScan[]): Probe | null {
  const blank = { durationSeconds: null, startSeconds: 0, guessed: false, isCounted: false };
  const timing = { packetRate: null, isReordered: false, isEven: true };
  const streams = scans.map(({ type, codec, packets: frames, pixels }) => {
    return { type, codec, frames, pixels, durationSeconds: null, ...timing };
  });
  return scans.length === 0 ? null : correctProbe({ ...blank, streams }, scans);
}

/**
 * Replaces a container's estimates with the totals of its packets. ffprobe misses the last fragment
 * of some containers, and guesses durations from the bitrate in others.
 */
export function correctProbe(probe: Probe, scans: readonly StreamScan[]): Probe {
  const known = scans.filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end));
  const [start, end] = [
    Math.min(...known.map((scan) => scan.start)),
    Math.max(...known.map((scan) => scan.end)),
  ];
  return {
    ...probe,
    durationSeconds: known.length === 0 ? probe.durationSeconds : end - start,
    streams: probe.streams.map((stream) => {
      const scan = known.find(({ type }) => type === stream.type);
      return scan === undefined
        ? stream
        : { ...stream, durationSeconds: scan.last - scan.start, frames: scan.packets };
    }),
  };
}

/**
 * Parses the tag that holds a stream's duration in Matroska and WebM, such as "00:00:12.008000000".
 */
function taggedDuration(tags: Readonly<Record<string, string>> | undefined): number | null {
  const tag = tags?.['DURATION'] ?? tags?.['DURATION-eng'];
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(tag ?? '');
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
