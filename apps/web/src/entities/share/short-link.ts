import { API, type SharedParams, shortenReplySchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { LatestMap } from '../../lib/state/latest-map.js';

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 15_000;

const links = new LatestMap<string, Promise<string>>(20);

async function ask(body: string): Promise<string> {
  const reply = await callApi(API.shortenPreview, shortenReplySchema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return reply.short_url;
}

/**
 * Returns the short link of a preview. It is requested only once, however often the visitor shares
 * it; failed requests are retried.
 * @throws ApiFailure, or a TimeoutError
 */
export function shortLink(params: SharedParams): Promise<string> {
  const body = JSON.stringify({ params });
  const known = links.get(body);
  if (known !== undefined) {
    return known;
  }
  const asked = ask(body);
  links.set(body, asked);
  asked.catch(() => links.delete(body));
  return asked;
}
