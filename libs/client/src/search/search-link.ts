import {
  API,
  LIMITS,
  listInfoSchema,
  type PastedLinks,
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  searchEventSchema,
  type SearchRequest,
  videoInfoSchema,
} from '@dipper/contract';
import { ApiFailure } from '../calls/api-failure.js';
import {
  callApi,
  failedReply,
  jsonBody,
  openApi,
  parseReply,
  type Schema,
  type Send,
} from '../calls/call-api.js';
import { readLines } from '../calls/read-lines.js';

/**
 * In milliseconds. The server sends an empty line every 15 s, so after three missing lines, the
 * connection is dead.
 */
const SILENCE_MS = 45_000;

/** An update during a search. Failures are thrown instead. */
export type SearchUpdate = Exclude<SearchEvent, { type: 'error' }>;

/** How a search can end. */
export type SearchOutcome = Extract<SearchUpdate, { type: 'result' | 'list' }>;

/** A reply that is not streamed: one item, or a list. */
const outcomeSchema: Schema<SearchOutcome> = {
  safeParse(value) {
    const list = listInfoSchema.safeParse(value);
    if (list.success) {
      return { success: true, data: { type: 'list', list: list.data } };
    }
    const info = videoInfoSchema.safeParse(value);
    return info.success
      ? { success: true, data: { type: 'result', info: info.data } }
      : { success: false };
  },
};

/**
 * POST /api/download/lists: sends links that were pasted together and returns them as one list.
 * @throws ApiFailure
 */
export async function listLinks(
  send: Send,
  links: readonly string[],
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const pasted: PastedLinks = { links: links.slice(0, LIMITS.bundleEntries) };
  const list = await callApi(send, API.lists, listInfoSchema, {
    ...jsonBody('POST', pasted),
    signal,
  });
  // Keep the real total, so that visitors see that some links were dropped.
  const total = links.length > LIMITS.bundleEntries ? links.length : list.total;
  return { type: 'list', list: { ...list, total } };
}

/**
 * POST /api/download-video: yields updates until the formats arrive, then the formats and any later
 * facts, or the list that the link leads to. Behind a proxy that does not stream, it yields only
 * the outcome.
 * @param path of POST /api/download-video, as configured
 * @throws ApiFailure, but never after an outcome
 */
export async function* searchLink(
  send: Send,
  path: string,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  const { headers, ...rest } = jsonBody('POST', request);
  const init = {
    ...rest,
    headers: { ...headers, Accept: `${SEARCH_STREAM_TYPE}, application/json;q=0.9` },
    signal,
  };
  const response = await openApi(send, path, init);
  const isStream = response.headers.get('content-type')?.startsWith(SEARCH_STREAM_TYPE) === true;
  if (!isStream || response.body === null) {
    yield await parseReply(response, outcomeSchema);
    return;
  }
  yield* updatesOf(response.body, signal);
}

async function* updatesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  let isListed = false;
  try {
    for await (const line of readLines(body, SILENCE_MS)) {
      const event = eventOf(line);
      if (event?.type === 'error') {
        throw failureOf(event);
      }
      if (event !== null) {
        isListed ||= event.type === 'result' || event.type === 'list';
        yield event;
      }
    }
  } catch (cause) {
    if (isListed) {
      return;
    }
    if (cause instanceof ApiFailure || signal.aborted) {
      throw cause;
    }
    throw new ApiFailure('network', {}, { cause });
  }
  if (!isListed) {
    throw new ApiFailure('network');
  }
}

/**
 * Parses a line of the stream.
 * @returns null for an unknown type from a newer server
 * @throws ApiFailure for an error event or a malformed list
 */
function eventOf(line: string): SearchEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new ApiFailure('unexpected');
  }
  const event = searchEventSchema.safeParse(json);
  if (event.success) {
    return event.data;
  }
  const { type } = (json ?? {}) as { type?: unknown };
  if (type === 'result' || type === 'list' || type === 'error') {
    throw new ApiFailure('unexpected');
  }
  return null;
}

function failureOf(event: Extract<SearchEvent, { type: 'error' }>) {
  const { retry_after } = event;
  const again = retry_after === null ? {} : { retryAfterSeconds: retry_after };
  return new ApiFailure('http', { ...failedReply(event), ...again });
}
