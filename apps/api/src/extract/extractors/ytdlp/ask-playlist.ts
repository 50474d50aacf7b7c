import type { EgressService } from '../../../infra/egress/egress.service.js';
import { DomainError } from '../../../infra/http/domain-error.js';
import type { Site } from '../../../infra/sites/site.js';
import { hlsLength, MAX_PLAYLIST_BYTES } from '../../../source/hls-playlist.js';
import { SourceClient } from '../../../source/source-client.js';
import type { SourceInfo } from '../../source-info.js';

/** Short, because a visitor is waiting. */
const DEADLINE_MS = 5_000;

interface Asking {
  readonly egress: Pick<EgressService, 'request'>;
  /** The page's site. */
  readonly site: Site;
  readonly signal: AbortSignal;
}

/**
 * The duration of a page's HLS, in seconds, when yt-dlp has none: no version has it for an embedded
 * player, and older ones not even for a playlist. Null when yt-dlp has it, when there is more than HLS,
 * or when the playlist can't be read; a merge reports what is wrong with it.
 * @throws DomainError LIVE_STREAM while it still grows: yt-dlp doesn't report that in these cases
 *   either.
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
