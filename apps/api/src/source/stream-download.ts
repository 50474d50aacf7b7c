import { Logger } from '@nestjs/common';
import { DomainError } from '../infra/errors/domain-error.js';
import type { FetchContext } from './lanes/over-lanes.js';
import { FileDownload } from './files/file-download.js';
import { MAX_PLAYLIST_BYTES, type Playlist, readPlaylist } from './playlists/hls-playlist.js';
import { wholePlaylist } from './playlists/whole-playlist.js';
import { dashSegments } from './playlists/dash-segments.js';
import { SegmentsDownload } from './segments/segments-download.js';
import type { SegmentedStream } from './segments/segmented-stream.js';
import type { StreamDownload, Downloaded } from './files/downloaded.js';
import type { Span } from './client/source-damaged.js';
import { finalError, RangesUnreliable, SourceGone } from './client/source-error.js';
import { remoteAt, type Remote, type SourceStream } from './client/source-stream.js';
import { FileExcerpt } from './excerpt/file-excerpt.js';
import { SegmentsExcerpt } from './excerpt/segments-excerpt.js';

const logger = new Logger('Excerpts');

/** Returns the same stream with new media URLs. */
type RenewStream<S extends SourceStream = SourceStream> = (stale: S) => Promise<S>;

/**
 * Downloads a stream to disk: all of it, or what is needed to decode a span of it. If the source
 * refuses the media URL, the URL is renewed once, and the download continues where it stopped
 * (contract, "Merge tasks").
 * @param span the wanted span; null for the whole stream. The whole stream is also fetched if
 *   nothing less can be.
 * @throws DomainError if the source doesn't deliver; the signal's reason.
 */
export async function downloadStream<S extends SourceStream>(
  stream: S,
  path: string,
  { context, renew, span = null }: StreamOptions<S>,
): Promise<Downloaded> {
  let current = stream;
  const download = async (made: StreamDownload): Promise<Downloaded> => {
    try {
      await made.run(current).catch(async (error: unknown) => {
        if (!(error instanceof SourceGone)) {
          throw error;
        }
        current = await renew(stream);
        await made.run(current);
      });
      return made.found();
    } finally {
      await made.close();
    }
  };
  try {
    const excerpt = span && (await excerptOf({ path, span, context, stream }, download));
    return excerpt ?? (await download(downloadOf(stream, path, context)));
  } catch (error) {
    // Streams report only that they were aborted. The signal has the reason.
    context.signal.throwIfAborted();
    throw finalError(error);
  }
}

interface StreamOptions<S extends SourceStream> {
  readonly context: FetchContext;
  readonly renew: RenewStream<S>;
  readonly span?: Span | null;
}

/**
 * @returns null if only the whole stream can be fetched. The bytes received so far are then
 *   subtracted from the count.
 */
async function excerptOf(
  {
    path,
    span,
    context,
    stream,
  }: { path: string; span: Span; context: FetchContext; stream: SourceStream },
  download: (made: StreamDownload) => Promise<Downloaded>,
): Promise<Downloaded | null> {
  let arrived = 0;
  const counted: FetchContext = {
    ...context,
    onBytes: (count) => {
      arrived += count;
      context.onBytes(count);
    },
    onKept: (bytes) => {
      arrived += bytes;
      context.onKept(bytes);
    },
  };
  const made =
    stream.protocol === 'file'
      ? new FileExcerpt(path, span, counted)
      : new SegmentsExcerpt(path, span, counted, (source) => segmentsOf(source, context));
  try {
    return await download(made);
  } catch (error) {
    if (!(error instanceof RangesUnreliable) || context.signal.aborted) {
      throw error;
    }
    logger.debug({
      msg: 'The part for a clip cannot be fetched separately; fetching the whole stream',
      why: error.message,
    });
    if (arrived !== 0) {
      context.onBytes(-arrived);
    }
    return null;
  }
}

function downloadOf(
  { protocol }: SourceStream,
  path: string,
  context: FetchContext,
): StreamDownload {
  if (protocol === 'file') {
    return new FileDownload(path, context);
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
  // Check the duration before fetching, because the page may not have given it.
  context.onDuration(media.durationSeconds);
  return { segments: media.segments, origin: stream, variant };
}

function playlistAt(remote: Remote, context: FetchContext): Promise<Playlist> {
  const { client, pace, signal } = context;
  return wholePlaylist(async () => {
    const { bytes, url } = await client.readPatiently(remote, {
      maxBytes: MAX_PLAYLIST_BYTES,
      pace,
      signal,
    });
    return readPlaylist(bytes.toString('utf8'), url);
  }, signal);
}
