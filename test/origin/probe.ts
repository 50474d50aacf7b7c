import { stat } from 'node:fs/promises';
import { runProgram } from './run-program.js';

export interface ProbedStream {
  readonly type: string;
  readonly codec: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** True for cover art, which ffprobe lists as a video stream. */
  readonly isCover: boolean;
}

export interface Probed {
  readonly streams: readonly ProbedStream[];
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly tags: Readonly<Record<string, string>>;
}

interface FfprobeStream {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  duration?: string;
  disposition?: { attached_pic?: number };
}

interface FfprobeReply {
  streams?: FfprobeStream[];
  format?: { duration?: string; tags?: Record<string, string> };
}

const seconds = (text: string | undefined): number | null => {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) ? value : null;
};

const streamOf = (stream: FfprobeStream): ProbedStream => ({
  type: stream.codec_type ?? 'unknown',
  codec: stream.codec_name ?? 'unknown',
  width: stream.width ?? null,
  height: stream.height ?? null,
  durationSeconds: seconds(stream.duration),
  isCover: stream.disposition?.attached_pic === 1,
});

/** Probes a media file with ffprobe. Rejects if the file is not media. */
export const probe = async (file: string): Promise<Probed> => {
  const output = await runProgram('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-show_streams', '-show_format'],
    file,
  ]);
  const reply = JSON.parse(output) as FfprobeReply;
  return {
    streams: (reply.streams ?? []).map(streamOf),
    durationSeconds: seconds(reply.format?.duration) ?? 0,
    sizeBytes: (await stat(file)).size,
    tags: reply.format?.tags ?? {},
  };
};

/**
 * Counts the packets of one stream ('v:0', 'a:0') by reading the whole file. A truncated file has
 * fewer packets.
 */
export const countPackets = async (file: string, stream: string): Promise<number> => {
  const output = await runProgram('ffprobe', [
    ...['-v', 'error', '-select_streams', stream, '-count_packets'],
    ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0'],
    file,
  ]);
  return Number.parseInt(output, 10);
};
