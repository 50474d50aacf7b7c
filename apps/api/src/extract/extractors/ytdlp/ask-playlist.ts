import type { EgressService } from '../../../infra/egress/egress.service.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { Site } from '../../../infra/sites/site.js';
import { hlsLength, MAX_PLAYLIST_BYTES } from '../../../source/playlists/hls-playlist.js';
import { SourceClient } from '../../../source/client/source-client.js';
import type { SourceInfo } from '../../source-info.js';

/** Milliseconds. Short, because a visitor is waiting. */
const DEADLINE_MS = 5_000;

interface Asking {
  readonly egress: Pick<EgressService, 'request'>;
  readonly site: Site;
  readonly signal: AbortSignal;
}

/**
 * The duration of a page's HLS in seconds, for pages where yt-dlp does not report it: embedded
 * players in all versions, and bare playlists in older versions. Null if yt-dlp has reported a
 * duration, if there are formats other than HLS, or if the playlist can't be read; a merge then
 * reports what is wrong.
 * @throws DomainError LIVE_STREAM while the playlist is still growing, which yt-dlp does not report
 * on such pages
 */
export async function askPlaylist(info: SourceInfo, asking: Asking): Promise<number | null> {
  const playlist = info.formats.at(-1);
  const isOpen =
    info.durationSeconds === null && info.formats.every(({ protocol }) => protocol === 'hls');
  if (playlist === undefined || !isOpen) {
    return null;
  }
  const length = await textOf(playlist, asking)
    .then(hlsLength)
    .catch(() => null);
  if (length === 'live') {
    throw new DomainError('LIVE_STREAM');
  }
  return length === 0 ? null : length;
}

async function textOf(
  playlist: SourceInfo['formats'][number],
  { egress, site, signal }: Asking,
): Promise<string> {
  const found = await new SourceClient(egress).via(site).read(playlist, {
    maxBytes: MAX_PLAYLIST_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  });
  return found?.bytes.toString('utf8') ?? '';
}
