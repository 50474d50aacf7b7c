import { DomainError } from '../infra/http/domain-error.js';
import type { FetchContext } from './over-lanes.js';
import { FileDownload } from './file-download.js';
import { MAX_PLAYLIST_BYTES, readPlaylist } from './hls-playlist.js';
import { dashSegments } from './dash-segments.js';
import { SegmentsDownload } from './segments-download.js';
import type { SegmentedStream } from './segmented-stream.js';
import type { Span } from './source-damaged.js';
import { finalError, SourceGone } from './source-error.js';
import { remoteAt, type Remote, type SourceStream } from './source-stream.js';

/** Gives the same stream with media URLs that are new. */
export type Renew<S extends SourceStream = SourceStream> = (stale: S) => Promise<S>;

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

/**
 * Brings all bytes of a stream onto the disk. A media URL that the source no longer honours is
 * renewed once, and the download goes on from where it was (contract, "Merge tasks").
 * @throws DomainError when the source does not deliver; the reason of the context's signal when that ends it.
 */
export async function downloadStream<S extends SourceStream>(
  stream: S,
  path: string,
  { context, renew }: { context: FetchContext; renew: Renew<S>; span?: Span | null },
): Promise<Downloaded> {
  const download = downloadOf(stream, path, context);
  try {
    await download.run(stream).catch(async (error: unknown) => {
      if (!(error instanceof SourceGone)) {
        throw error;
      }
      await download.run(await renew(stream));
    });
    return download.found();
  } catch (error) {
    // Streams say only that they were ended; the signal says why.
    context.signal.throwIfAborted();
    throw finalError(error);
  } finally {
    await download.close();
  }
}

interface Download {
  run(stream: SourceStream): Promise<void>;
  found(): Downloaded;
  close(): Promise<void>;
}

function downloadOf({ protocol }: SourceStream, path: string, context: FetchContext): Download {
  if (protocol === 'file') {
    const file = new FileDownload(path, context);
    return {
      run: (source) => file.run(source),
      found: () => ({ damage: [], durationSeconds: null, excerpt: null }),
      close: () => file.close(),
    };
  }
  const download = new SegmentsDownload(path, context);
  return {
    run: async (source) => download.run(await segmentsOf(source, context)),
    found: () => ({
      ...{ damage: download.damage, durationSeconds: download.durationSeconds },
      excerpt: null,
    }),
    close: () => download.close(),
  };
}

async function segmentsOf(stream: SourceStream, context: FetchContext): Promise<SegmentedStream> {
  if (stream.protocol === 'dash') {
    return { segments: dashSegments(stream), origin: stream, variant: '' };
  }
  const asked = await playlistAt(stream, context);
  const variant = asked.kind === 'master' ? asked.variant : '';
  const media =
    asked.kind === 'master' ? await playlistAt(remoteAt(asked.best, stream), context) : asked;
  if (media.kind === 'master') {
    throw new DomainError('NOT_MEDIA', { cause: 'a master playlist within a master playlist' });
  }
  // Before any of it is fetched: the page may not have said.
  context.onDuration(media.durationSeconds);
  return { segments: media.segments, origin: stream, variant };
}

async function playlistAt(
  remote: Remote,
  context: FetchContext,
): Promise<ReturnType<typeof readPlaylist>> {
  const { client, pace, signal } = context;
  const { bytes, url } = await client.readPatiently(remote, {
    maxBytes: MAX_PLAYLIST_BYTES,
    pace,
    signal,
  });
  return readPlaylist(bytes.toString('utf8'), url);
}
