import type { EgressService } from '../../../infra/egress/egress.service.js';
import { DomainError } from '../../../infra/http/domain-error.js';
import type { Site } from '../../../infra/sites/site.js';
import { hlsLength, MAX_PLAYLIST_BYTES } from '../../../source/hls-playlist.js';
import { SourceClient } from '../../../source/source-client.js';
import type { SourceInfo } from '../../source-info.js';

/** A visitor waits for it. */
const DEADLINE_MS = 5_000;

interface Asking {
  readonly egress: Pick<EgressService, 'request'>;
  /** Whose page it is. */
  readonly site: Site;
  readonly signal: AbortSignal;
}

/**
 * How long a page's HLS plays, in seconds, where yt-dlp does not say: no version does for a player
 * within a page, and older ones not for a playlist either. Null when yt-dlp says it, when there is
 * more than HLS, or when the playlist has no length; a merge reports what is wrong with it.
 * @throws DomainError LIVE_STREAM while it still grows: yt-dlp does not say that then either.
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
