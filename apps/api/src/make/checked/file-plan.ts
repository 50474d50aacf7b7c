import type { SourceFormat } from '../../extract/source-info.js';
import type { MuxInput } from '../ffmpeg.js';
import type { Expectation } from '../gate/compare.js';
import type { Wanted } from '../gate/media-reader.js';
import type { FetchedSource, MakeContext, SourcePage } from '../maker.port.js';
import type { Probe } from '../probe-schema.js';

/** Fetched sources and what is in them, both in the order of the plan. */
export interface Streams {
  readonly sources: readonly FetchedSource[];
  readonly probes: readonly Probe[];
}

/** One run of ffmpeg that writes the file. */
export interface Writing extends Pick<MuxInput, 'options' | 'offsets' | 'bounds'> {
  /** Files that are read; the sources where none are named. */
  readonly inputs?: readonly string[];
  readonly inputOptions?: MuxInput['inputOptions'];
  /** What the file will last, for the progress; 0 when nobody knows. */
  readonly seconds: number;
}

/** Where a plan writes its file. */
export interface Output {
  readonly path: string;
  /** Aborted also when the sources turn out to be unreadable meanwhile. */
  readonly signal: AbortSignal;
  /** Runs ffmpeg on `path`; progress, size and complaints are seen to. @throws what the muxer throws */
  mux(writing: Writing): Promise<void>;
}

/** A file that is to be made of sources, and what a good one holds. */
export interface FilePlan {
  readonly sources: readonly SourceFormat[];
  readonly page: SourcePage;
  /** The extension the file is published under, without the dot. */
  readonly ext: string;
  /**
   * Whether writing decodes all of the streams that are wanted, so that what the decoder says then
   * is what decoding them once more would; false where it is left out.
   */
  decodes?(streams: Streams): boolean;
  /** The streams of a source that go into the file, by its place in `sources`. */
  wanted(index: number): Wanted;
  /** Room in the work folder at its fullest, bytes. */
  roomFor(streams: Streams): number;
  /** Brings the sources; where it is left out, all of them with `context.fetch`. */
  fetch?(context: MakeContext, anew: boolean): Promise<FetchedSource[]>;
  /** Writes the file. Called anew for each attempt, on an output that is not there. */
  write(streams: Streams, output: Output): Promise<void>;
  /**
   * What is wrong with a file that ffprobe does not read, for the log; null for a good one. Where it
   * is there, nothing else is asked of the file.
   */
  judge?(path: string): Promise<string | null>;
  /** What the file must hold. @param streams with probes as their packets were measured. */
  expected(streams: Streams): Expectation;
}

/** Bytes of sources together. */
export function bytesOf(sources: readonly FetchedSource[]): number {
  return sources.reduce((sum, { bytes }) => sum + bytes, 0);
}
