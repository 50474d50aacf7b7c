import { DomainError } from '../infra/http/domain-error.js';
import { FileDownload } from './file-download.js';
import { SegmentsDownload } from './segments-download.js';
import type { FetchContext } from './fetch-context.js';
import { fetchSmall } from './fetch-small.js';
import { readPlaylist } from './hls-playlist.js';
import { headersFor } from './remote.js';
import type { SegmentedStream } from './segment.js';
import { goneForGood, SourceGone } from './source-error.js';
import type { SourceStream } from './source-stream.js';

/** Hours of two-second segments fit; a playlist beyond that is not one of a recording. */
const MOST_PLAYLIST_BYTES = 8 * 1024 * 1024;

/** Gives the same format with media URLs that are new. */
export type Renew = (stale: SourceStream) => Promise<SourceStream>;

/**
 * Brings all bytes of a format onto the disk. A media URL that the source no longer honours is
 * asked for anew once, and the download goes on from where it was (contract, "Merge tasks").
 * @throws DomainError when the source does not deliver; the reason of the context's signal when that ends it.
 */
export async function fetchSource(
  format: SourceStream,
  path: string,
  { context, renew }: { context: FetchContext; renew: Renew },
): Promise<void> {
  const download = downloadOf(format, path, context);
  try {
    await download.run(format).catch(async (error: unknown) => {
      if (!(error instanceof SourceGone)) {
        throw error;
      }
      await download.run(await renew(format));
    });
  } catch (error) {
    // Streams say only that they were ended; the signal says why.
    context.signal.throwIfAborted();
    throw error instanceof SourceGone ? goneForGood(error) : error;
  } finally {
    await download.close();
  }
}

interface Download {
  run(format: SourceStream): Promise<void>;
  close(): Promise<void>;
}

function downloadOf(format: SourceStream, path: string, context: FetchContext): Download {
  if (format.protocol === 'file') {
    return new FileDownload(path, context);
  }
  const download = new SegmentsDownload(path, context);
  return {
    run: async (source) => download.run(await streamOf(source, context)),
    close: () => download.close(),
  };
}

async function streamOf(format: SourceStream, context: FetchContext): Promise<SegmentedStream> {
  if (format.protocol === 'dash') {
    const segments = (format.segments ?? []).map((url) => ({ url, range: null, key: null }));
    return { segments, origin: format, variant: '' };
  }
  const asked = await playlistAt(format.url, format, context);
  const variant = asked.kind === 'master' ? asked.variant : '';
  const media = asked.kind === 'master' ? await playlistAt(asked.best, format, context) : asked;
  if (media.kind === 'master') {
    throw new DomainError('NOT_MEDIA', { cause: 'a master playlist within a master playlist' });
  }
  // Before any of it is fetched: the page may not have told.
  context.onDuration(media.durationSeconds);
  return { segments: media.segments, origin: format, variant };
}

async function playlistAt(
  url: string,
  origin: SourceStream,
  context: FetchContext,
): Promise<ReturnType<typeof readPlaylist>> {
  const remote = { url, headers: headersFor(url, origin) };
  const found = await fetchSmall(remote, context, MOST_PLAYLIST_BYTES);
  return readPlaylist(found.bytes.toString('utf8'), found.url);
}
