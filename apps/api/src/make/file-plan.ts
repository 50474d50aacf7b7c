import type { SourceFormat } from '../extract/source-info.js';
import type { MuxInput } from './ffmpeg.js';
import type { Expectation } from './gate/compare.js';
import type { WantedStreams } from './gate/media-reader.js';
import type { FetchedSource, MakeContext, SourcePage } from './maker.port.js';
import type { Probe } from './probe-schema.js';

/** Fetched sources and their probes, in the same order as in the plan. */
export interface Streams {
  readonly sources: readonly FetchedSource[];
  readonly probes: readonly Probe[];
}

/** Options for the ffmpeg run that writes the file. */
export interface FfmpegRun extends Pick<MuxInput, 'options' | 'offsets' | 'bounds'> {
  /** Files to read: the sources, then others if needed; defaults to the sources. */
  readonly inputs?: readonly string[];
  readonly inputOptions?: MuxInput['inputOptions'];
  /** Expected duration of the file in seconds, for the progress; 0 when unknown. */
  readonly seconds: number;
}

export interface Output {
  readonly path: string;
  /** Also aborted if a source turns out to be unreadable while the file is being written. */
  readonly signal: AbortSignal;
  /**
   * Runs ffmpeg to write `path`, and reports its progress, size and complaints.
   * @throws whatever the muxer throws.
   */
  mux(writing: FfmpegRun): Promise<void>;
}

/** How to make a file from sources, and what a good file must contain. */
export interface FilePlan {
  readonly sources: readonly SourceFormat[];
  readonly page: SourcePage;
  /** The extension of the published file, without the dot. */
  readonly ext: string;
  /**
   * True if `write` lets ffmpeg write an index of all packets into the file. The index is then
   * compared with the sources, instead of the packets themselves.
   */
  readonly isIndexed?: boolean;
  /**
   * Whether writing the file decodes all wanted streams, which makes a separate decoding check
   * redundant; false by default.
   */
  decodes?(streams: Streams): boolean;
  /**
   * The streams of a source that go into the file.
   * @param index the source's index in `sources`.
   */
  wanted(index: number): WantedStreams;
  /** The maximum space that the work folder needs at any time, in bytes. */
  roomFor(streams: Streams): number;
  /** Fetches the sources. Without this method, all of them are fetched with `context.fetch`. */
  fetch?(context: MakeContext, anew: boolean): Promise<FetchedSource[]>;
  /**
   * How to write the file while its sources arrive; null if that is not possible.
   * @param streams the streams according to the first bytes of each source.
   */
  whileArriving?(streams: Streams): FfmpegRun | null | Promise<FfmpegRun | null>;
  /**
   * True if writing may take longer than the sources take to arrive, as encoding does. Writing while
   * they arrive is then never too late.
   */
  readonly isSlow?: boolean;
  /** Writes the file. Called once per attempt, with a path where no file exists. */
  write(streams: Streams, output: Output): Promise<void>;
  /**
   * Verifies a file that ffprobe cannot read, in place of all other checks.
   * @returns what is wrong with the file, for the log; null if it is good.
   */
  judge?(path: string): Promise<string | null>;
  /**
   * What the file must contain.
   * @param streams streams whose probes have been corrected with the measured packets.
   */
  expected(streams: Streams): Expectation;
}

export function bytesOf(sources: readonly FetchedSource[]): number {
  return sources.reduce((sum, { bytes }) => sum + bytes, 0);
}
