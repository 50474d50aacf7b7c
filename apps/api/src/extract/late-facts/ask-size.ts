import type { EgressResponse } from '../../infra/egress/egress.service.js';
import { EgressRefused } from '../../infra/egress/egress-error.js';
import { contentLength, header, parseContentRange } from '../../infra/http/content-range.js';
import { isMedia } from '../../source/client/source-answer.js';
import { believableBytes } from '../formats/sizes.js';
import { discard, SourceClient, type SourceRequest } from '../../source/client/source-client.js';
import type { Remote } from '../../source/client/source-stream.js';

/** The time limit for each of the two requests, in milliseconds. */
const ASK_MS = 1500;
const FIRST_BYTE = { first: 0, last: 0, suffix: null, ifRange: null };

/**
 * Requests the size of a file from its source: with HEAD or, if that gives no size, with a request
 * for the first byte.
 * @returns bytes; null if the source reports no plausible size. Never rejects.
 */
export async function askSize(
  client: Pick<SourceClient, 'open'>,
  remote: Remote,
  gone: AbortSignal,
): Promise<number | null> {
  try {
    return (
      (await ask(client, remote, { method: 'HEAD', signal: gone })) ??
      (await ask(client, remote, { range: FIRST_BYTE, signal: gone }))
    );
  } catch {
    // The egress guard has refused the request, so another request would not help.
    return null;
  }
}

async function ask(
  client: Pick<SourceClient, 'open'>,
  remote: Remote,
  request: SourceRequest,
): Promise<number | null> {
  if (request.signal.aborted) {
    return null;
  }
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ASK_MS)]);
  try {
    const answer = await client.open(remote, { ...request, signal });
    discard(answer);
    return isMedia(answer) ? believableBytes(sizeOf(answer)) : null;
  } catch (error) {
    if (error instanceof EgressRefused) {
      throw error;
    }
    return null;
  }
}

function sizeOf({ status, headers }: EgressResponse): number | null {
  if (status === 206) {
    return parseContentRange(header(headers, 'content-range'))?.total ?? null;
  }
  return status === 200 ? contentLength(headers) : null;
}
