import type { Probe } from '../probe-schema.js';
import { pictureSpans } from './decode-plan.js';
import type { MediaReader, WantedStreams } from './media-reader.js';

/**
 * Decodes a few pictures of a complete source while its packets are being read, which is before its
 * key frames are known.
 * @returns false if that is not possible, or if there is a complaint; the check after the packets are
 *   known then decides
 * @throws DomainError MUXER_MISSING; the signal's reason
 */
export async function hasGoodPictures(
  reader: MediaReader,
  { path, ...source }: { path: string; probe: Probe; wanted: WantedStreams },
  signal: AbortSignal,
): Promise<boolean> {
  const spans = pictureSpans(source);
  if (spans.length === 0) {
    return false;
  }
  const depth = { kind: 'windows', spans, keysOnly: true } as const;
  const how = { wanted: ['video'] as const, depth, located: false };
  return (await reader.read(path, how, signal)).complaints.length === 0;
}
