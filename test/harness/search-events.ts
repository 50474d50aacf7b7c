import { API, SEARCH_STREAM_TYPE, type SearchEvent, searchEventSchema } from '@dipper/contract';
import type { TestServer } from './server.js';

/**
 * Returns all events of a streamed search.
 * @param visitor IP address, as forwarded by a trusted proxy
 */
export async function searchEvents(
  server: Pick<TestServer, 'url'>,
  link: string,
  visitor: string,
): Promise<SearchEvent[]> {
  const response = await fetch(server.url + API.search, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: SEARCH_STREAM_TYPE,
      'x-forwarded-for': visitor,
    },
    body: JSON.stringify({ tweet_url: link }),
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => searchEventSchema.parse(JSON.parse(line)));
}

export const typesOf = (events: readonly SearchEvent[]): string[] => events.map(({ type }) => type);
