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
import {
  callApi,
  openApi,
  parseReply,
  failedReply,
  type Schema,
} from '../../lib/api/api-client.js';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { readLines } from '../../lib/api/read-lines.js';
import { fingerprint } from './fingerprint.js';

/** The server sends an empty line every 15 s: after three of them the connection is dead, milliseconds. */
const SILENCE_MS = 45_000;

/** From here, so that the names of its parts are no part of what every visit begins with. */
export const loadListPlace = () => import('./list/list-place.js');

/** What is told of a search, but its failure, which is thrown. */
export type SearchUpdate = Exclude<SearchEvent, { type: 'error' }>;

export interface Question {
  readonly text: string;
  /** Several links that were pasted together: then they are what is asked about. */
  readonly links?: readonly string[] | undefined;
  /** Path of POST /api/download-video, as configured. */
  readonly endpoint: string;
}

type Outcome = Extract<SearchUpdate, { type: 'result' | 'list' }>;

/** A reply that came as a whole: one item, or several things behind the link. */
const outcomeSchema: Schema<Outcome> = {
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

/** POST /api/download/lists: links that were pasted together, as one list. @throws ApiFailure */
async function askList(links: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const pasted: PastedLinks = { links: links.slice(0, LIMITS.bundleEntries) };
  const list = await callApi(API.lists, listInfoSchema, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pasted),
    signal,
  });
  // The visitor hears that there were more.
  const total = links.length > LIMITS.bundleEntries ? links.length : list.total;
  return { type: 'list', list: { ...list, total } };
}

/**
 * POST /api/download-video: what is told until the formats are there, the formats, and what follows
 * them, or the list that is behind the link. Of a proxy that does not pass a stream on, the outcome
 * alone.
 * @throws ApiFailure; nothing once there is an outcome
 */
export async function* searchVideo(
  { text, links, endpoint }: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  if (links !== undefined) {
    yield await askList(links, signal);
    return;
  }
  const request: SearchRequest = {
    tweet_url: text,
    browser_fingerprint: fingerprint(new Date()),
    user_consent: false,
  };
  const response = await openApi(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: `${SEARCH_STREAM_TYPE}, application/json;q=0.9`,
    },
    body: JSON.stringify(request),
    signal,
  });
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

/** Null for a line of a newer server that means nothing here. @throws ApiFailure for a list or an error that is none */
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
