import type { Span } from '../client/source-damaged.js';
import type { SourceStream } from '../client/source-stream.js';

export interface Downloaded {
  /** Damaged spans in order; empty unless damage is accepted. */
  readonly damage: readonly Span[];
  /**
   * Duration in seconds according to the segments' timestamps; null if they don't give it, and for
   * files.
   */
  readonly durationSeconds: number | null;
  /** The part of the stream that was fetched; null if all of it was. */
  readonly excerpt: Excerpt | null;
}

export interface Excerpt {
  /**
   * Where the whole stream starts, as a timestamp in the file on disk. May lie before the file's first
   * packet.
   */
  readonly startSeconds: number;
  /**
   * Duration of the whole stream in seconds according to its index; null if the index doesn't give
   * it.
   */
  readonly sourceSeconds: number | null;
  /** True if the file on disk has an index of its packets, so that ffmpeg can seek in it. */
  readonly isIndexed: boolean;
}

export interface StreamDownload {
  /**
   * Fetches what is still missing.
   * @throws SourceGone, DomainError and others that the implementing class documents.
   */
  run(stream: SourceStream): Promise<void>;
  /** The results of the download. Call this after `run` has finished. */
  found(): Downloaded;
  close(): Promise<void>;
}
