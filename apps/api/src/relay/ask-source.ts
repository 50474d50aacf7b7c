import { EgressFailed, EgressRefused } from '../infra/egress/egress-error.js';
import type { EgressResponse } from '../infra/egress/egress.service.js';
import { header } from '../infra/http/content-range.js';
import { discard, type SourceClient, type SourceRequest } from '../source/client/source-client.js';
import type { Remote } from '../source/client/source-stream.js';

/** Requests media, over any connection or only over those that tasks leave free. */
export type MediaClient = Pick<SourceClient, 'open'>;

/** How long to wait for an image's first bytes, in milliseconds. */
const OPENING_PATIENCE_MS = 20_000;

/**
 * Sends the visitor's request. A source that rejects HEAD (mostly because its URL is signed for
 * GET) gets a GET instead, which is aborted after the headers.
 * @returns the response, whose body the caller must read or discard
 * @throws whatever the client throws
 */
export async function askSource(
  client: MediaClient,
  remote: Remote,
  request: SourceRequest,
): Promise<EgressResponse> {
  if (request.method === 'HEAD') {
    const answer = await client.open(remote, request).catch((error: unknown) => {
      if (error instanceof EgressRefused) {
        throw error;
      }
      return null;
    });
    if (answer !== null && header(answer.headers, 'content-length') !== '0') {
      return answer;
    }
    if (answer !== null) {
      discard(answer);
    }
  }
  const get = { ...request, method: 'GET' } as const;
  return client.open(remote, get).catch((error: unknown) => {
    // The source may have closed the reused connection in the meantime, so retry once.
    if (error instanceof EgressFailed && error.reason === 'connection') {
      return client.open(remote, get);
    }
    throw error;
  });
}

/**
 * Requests an image, and limits the total time, including redirects. Each redirect has its own
 * limit, so a slow chain of them could take much longer.
 * @throws a TimeoutError after 20 s; whatever the client throws
 */
export async function openInTime(
  client: SourceClient,
  remote: Remote,
  gone: AbortSignal,
): Promise<EgressResponse> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException('no response in time', 'TimeoutError'));
  }, OPENING_PATIENCE_MS);
  const signal = AbortSignal.any([gone, late.signal]);
  return client.open(remote, { signal }).finally(() => clearTimeout(timer));
}
