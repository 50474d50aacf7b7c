import { jsonBody, within } from '@dipper/client';
import { API, type SharedParams, shortenReplySchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { LatestMap } from '../../lib/state/latest-map.js';

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 15_000;

const links = new LatestMap<string, Promise<string>>(20);

async function ask(params: SharedParams): Promise<string> {
  const reply = await within(PATIENCE_MS, (signal) =>
    callApi(API.shortenPreview, shortenReplySchema, { ...jsonBody('POST', { params }), signal }),
  );
  return reply.short_url;
}

/**
 * Returns the short link of a preview. It is requested only once, however often the visitor shares
 * it; failed requests are retried.
 * @throws ApiFailure
 */
export function shortLink(params: SharedParams): Promise<string> {
  const key = JSON.stringify(params);
  const known = links.get(key);
  if (known !== undefined) {
    return known;
  }
  const asked = ask(params);
  links.set(key, asked);
  asked.catch(() => links.delete(key));
  return asked;
}
