import type { Span } from './source-damaged.js';
import type { SourceStream } from './source-stream.js';

/** What a download found out about its stream. */
export interface Downloaded {
  /** Where it is damaged, in order; only where that is accepted. */
  readonly damage: readonly Span[];
  /** How long it plays by the timestamps of its segments; null where they do not tell, and for files. */
  readonly durationSeconds: number | null;
  /** What of the stream there is; null for all of it. */
  readonly excerpt: Excerpt | null;
}

/** A stretch of a stream that was fetched alone. */
export interface Excerpt {
  /** The timestamp, on the clock of the file on disk, at which the whole stream begins to play. */
  readonly startSeconds: number;
  /** How long the whole stream plays by its index; null where that does not tell. */
  readonly sourceSeconds: number | null;
}

/** A stream on its way to the disk. */
export interface Download {
  /** Goes on with what is missing. @throws SourceGone, DomainError and others, as its class says */
  run(stream: SourceStream): Promise<void>;
  /** Once all is there. */
  found(): Downloaded;
  close(): Promise<void>;
}
