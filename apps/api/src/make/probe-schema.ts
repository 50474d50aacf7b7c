import * as z from 'zod';

/** ffprobe writes numbers as text, and "N/A" for what it does not know. */
const positive = z.coerce.number().positive().nullish().catch(null);

const streamSchema = z.object({
  codec_type: z.string(),
  codec_name: z.string().optional(),
  duration: positive,
  nb_frames: positive,
  tags: z.record(z.string(), z.string()).optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
});

/** The parts of `ffprobe -show_format -show_streams -of json` that are read. */
export const probeSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({ duration: positive, format_name: z.string().optional() }).default({}),
});

/** One stream in a file. */
export interface ProbedStream {
  readonly type: 'video' | 'audio';
  readonly codec: string;
  readonly durationSeconds: number | null;
  /** As its index says; null where the container keeps none. */
  readonly frames: number | null;
}

/** What a file really holds. */
export interface Probe {
  readonly streams: readonly ProbedStream[];
  readonly durationSeconds: number | null;
  /** The durations are guessed from the bitrate of the beginning: a quiet one made 2 minutes an hour. */
  readonly guessed: boolean;
}

/** Formats without an index, by ffprobe's name for them. */
const WITHOUT_INDEX = ['aac', 'mp3'];

/** What ffprobe said, without cover pictures, subtitles and data. */
export function toProbe({ streams, format }: z.infer<typeof probeSchema>): Probe {
  return {
    durationSeconds: format.duration ?? null,
    guessed: WITHOUT_INDEX.includes(format.format_name ?? ''),
    streams: streams.flatMap((stream) => {
      const { codec_type: type, codec_name: codec = '', disposition, tags } = stream;
      const durationSeconds = stream.duration ?? taggedDuration(tags);
      return (type === 'video' || type === 'audio') && disposition?.attached_pic !== 1
        ? [{ type, codec, durationSeconds, frames: stream.nb_frames ?? null }]
        : [];
    }),
  };
}

/** A probe that claims no durations. */
export function withoutDurations({ streams, ...probe }: Probe): Probe {
  return {
    ...probe,
    durationSeconds: null,
    streams: streams.map((stream) => ({ ...stream, durationSeconds: null })),
  };
}

/** Matroska and WebM keep the duration of a stream in a tag: "00:00:12.008000000". */
function taggedDuration(tags: Readonly<Record<string, string>> | undefined): number | null {
  const tag = tags?.['DURATION'] ?? tags?.['DURATION-eng'];
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(tag ?? '');
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
