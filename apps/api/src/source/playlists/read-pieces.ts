import { DomainError } from '../../infra/errors/domain-error.js';
import { MAX_PLAYLIST_BYTES, readPlaylist } from './hls-playlist.js';
import type { SourceClient } from '../client/source-client.js';
import { wholePlaylist } from './whole-playlist.js';
import { type Remote, remoteAt } from '../client/source-stream.js';

/** Maximum number of segments: a day in segments of ten seconds. */
const MAX_SEGMENTS = 8640;
/** Maximum number of concurrent requests to one source. */
const AT_ONCE = 4;
const TRIES = 2;

interface PieceOptions {
  /** Maximum size of all pieces together, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a small file, or the segments of an HLS playlist, into memory.
 * @returns the pieces in order; null if they exceed `maxBytes`.
 * @throws whatever `SourceClient.read` and `readPlaylist` throw; DomainError NOT_MEDIA for a
 *   playlist of playlists, or for segments that are only parts of files.
 */
export async function readPieces(
  client: Pick<SourceClient, 'read'>,
  remote: Remote & { readonly protocol: 'file' | 'hls' },
  options: PieceOptions,
): Promise<Buffer[] | null> {
  if (remote.protocol === 'file') {
    const file = await client.read(remote, options);
    return file && [file.bytes];
  }
  const playlist = await wholePlaylist(async () => {
    const list = await client.read(remote, { ...options, maxBytes: MAX_PLAYLIST_BYTES });
    if (list === null) {
      throw new DomainError('NOT_MEDIA', { cause: `more than ${MAX_PLAYLIST_BYTES} bytes` });
    }
    return readPlaylist(list.bytes.toString('utf8'), list.url);
  }, options.signal);
  if (
    playlist.kind !== 'media' ||
    playlist.segments.length > MAX_SEGMENTS ||
    playlist.segments.some(({ range, key }) => range !== null || key !== null)
  ) {
    throw new DomainError('NOT_MEDIA', { cause: 'not a plain list of segments' });
  }
  const remotes = playlist.segments.map(({ url }) => remoteAt(url, remote));
  return readAll(client, remotes, options);
}

async function readAll(
  client: Pick<SourceClient, 'read'>,
  remotes: readonly Remote[],
  { maxBytes, signal }: PieceOptions,
): Promise<Buffer[] | null> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const pieces: (Buffer | null)[] = remotes.map(() => null);
  const entries = remotes.entries();
  let left = maxBytes;
  const lane = async (): Promise<void> => {
    for (const [at, remote] of entries) {
      const piece = await again(
        () => client.read(remote, { maxBytes: left, signal: either }),
        either,
      );
      left -= piece?.bytes.length ?? Infinity;
      pieces[at] = piece?.bytes ?? null;
      if (left < 0) {
        return;
      }
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
    lane().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  const whole = pieces.filter((piece) => piece !== null);
  return left < 0 || whole.length < pieces.length ? null : whole;
}

async function again<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (tries === TRIES) {
        throw error;
      }
    }
  }
}
