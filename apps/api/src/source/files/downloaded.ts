import type { Span } from '../client/source-damaged.js';
import type { SourceStream } from '../client/source-stream.js';

/** What a download has found out about its stream. */
export interface Downloaded {
  /** Damaged spans in order; only if damage is accepted. */
  readonly damage: readonly Span[];
  /** Duration from the segments' timestamps; null if they don't say, and for files. */
  readonly durationSeconds: number | null;
  /** The part of the stream that was fetched; null for all of it. */
  readonly excerpt: Excerpt | null;
}

/** A part of a stream that was fetched alone. */
export interface Excerpt {
  /** The timestamp, on the clock of the file on disk, at which the whole stream starts. */
  readonly startSeconds: number;
  /** Duration of the whole stream from its index; null if the index doesn't say. */
  readonly sourceSeconds: number | null;
}

/** A stream being downloaded to disk. */
export interface Download {
  /**
   * Fetches what is still missing.
   * @throws SourceGone, DomainError and others, as documented by its class
   */
  run(stream: SourceStream): Promise<void>;
  /** The download's findings; call it after `run` has finished. */
  found(): Downloaded;
  close(): Promise<void>;
}
