import type { EgressService } from '../../../infra/egress/egress.service.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { Site } from '../../../infra/sites/site.js';
import { hlsLength, MAX_PLAYLIST_BYTES } from '../../../source/playlists/hls-playlist.js';
import { SourceClient } from '../../../source/client/source-client.js';
import type { Protocol } from '../../../source/client/source-stream.js';
import type { SourceInfo } from '../../source-info.js';
import type { PlaylistFacts } from './info/read-ytdlp-info.js';
import { isLiveDash } from './live-dash.js';

/** Milliseconds. Short, because a visitor is waiting. */
const DEADLINE_MS = 5_000;

interface Asking {
  readonly egress: Pick<EgressService, 'request'>;
  readonly site: Site;
  readonly signal: AbortSignal;
}

/**
 * What the playlists of a page state, for pages where yt-dlp reports no duration: embedded players
 * in all versions, and bare playlists in older versions. On such pages yt-dlp does not report live
 * streams either. A playlist that can't be read states nothing; a merge then reports what is wrong.
 * The duration of HLS is used only if there are no other formats, which may be other media.
 * @throws DomainError LIVE_STREAM if all formats belong to live streams
 */
export async function askPlaylists(info: SourceInfo, asking: Asking): Promise<PlaylistFacts> {
  const { formats } = info;
  const [hls, dash] = await Promise.all([
    bestPlaylist(formats, 'hls', asking).then((text) => (text === null ? null : hlsLength(text))),
    bestPlaylist(formats, 'dash', asking).then((text) => text !== null && isLiveDash(text)),
  ]);
  const live = new Set<Protocol>([
    ...(hls === 'live' ? (['hls'] as const) : []),
    ...(dash ? (['dash'] as const) : []),
  ]);
  if (formats.length > 0 && formats.every(({ protocol }) => live.has(protocol))) {
    throw new DomainError('LIVE_STREAM');
  }
  const isAlone = formats.every(({ protocol }) => protocol === 'hls');
  return { seconds: isAlone && typeof hls === 'number' && hls > 0 ? hls : null, live };
}

/** The text of a protocol's best playlist; null if there is none, or if it can't be read. */
async function bestPlaylist(
  formats: SourceInfo['formats'],
  protocol: Protocol,
  asking: Asking,
): Promise<string | null> {
  const playlist = formats.findLast((format) => format.protocol === protocol);
  return playlist === undefined ? null : textOf(playlist, asking).catch(() => null);
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
