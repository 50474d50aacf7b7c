import type { EgressService } from '../../../infra/egress/egress.service.js';
import { DomainError } from '../../../infra/http/domain-error.js';
import { hlsLength } from '../../../source/hls-playlist.js';
import type { SourceInfo } from '../../source-info.js';

/** Hours of two-second segments fit. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A visitor waits for it. */
const DEADLINE_MS = 5_000;

interface Asking {
  readonly egress: Pick<EgressService, 'request'>;
  readonly signal: AbortSignal;
}

/**
 * How long a page's HLS lasts, in seconds, where yt-dlp did not say: no version does for a player
 * within a page, and older ones not for a playlist either. Null when it was said, when there is more
 * than HLS, or when the playlist does not tell; what is wrong with it, a merge will say.
 * @throws DomainError LIVE_STREAM when it still grows: yt-dlp does not say that then either.
 */
export async function askPlaylist(info: SourceInfo, asking: Asking): Promise<number | null> {
  const playlist = info.formats.at(-1);
  const isOpen =
    info.durationSeconds === null && info.formats.every(({ protocol }) => protocol === 'hls');
  if (playlist === undefined || !isOpen) {
    return null;
  }
  const length = hlsLength(await textOf(playlist, asking).catch(() => ''));
  if (length === 'live') {
    throw new DomainError('LIVE_STREAM');
  }
  return length === 0 ? null : length;
}

async function textOf(
  { url, headers }: SourceInfo['formats'][number],
  { egress, signal }: Asking,
): Promise<string> {
  const { status, body } = await egress.request(url, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (status !== 200 || size > MOST_BYTES) {
        return '';
      }
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}
