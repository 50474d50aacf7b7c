import {
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  searchEventSchema,
  type SearchRequest,
  videoInfoSchema,
} from '@dipper/contract';
import { openApi, parseReply, failedReply } from '../../lib/api/api-client.js';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { readLines } from '../../lib/api/read-lines.js';
import { fingerprint } from './fingerprint.js';

/** The server sends an empty line every 15 s: after three of them the connection is dead, milliseconds. */
const SILENCE_MS = 45_000;

/** What is told of a search, but its failure, which is thrown. */
export type SearchUpdate = Exclude<SearchEvent, { type: 'error' }>;

export interface Question {
  readonly text: string;
  /** Path of POST /api/download-video, as configured. */
  readonly endpoint: string;
}

/**
 * POST /api/download-video: what is told until the list is there, the list, and what follows it. Of
 * a proxy that does not pass a stream on, the list alone.
 * @throws ApiFailure; nothing once the list is there
 */
export async function* searchVideo(
  { text, endpoint }: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
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
    yield { type: 'result', info: await parseReply(response, videoInfoSchema) };
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
        isListed ||= event.type === 'result';
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
  if (type === 'result' || type === 'error') {
    throw new ApiFailure('unexpected');
  }
  return null;
}

function failureOf(event: Extract<SearchEvent, { type: 'error' }>) {
  const { retry_after } = event;
  const again = retry_after === null ? {} : { retryAfterSeconds: retry_after };
  return new ApiFailure('http', { ...failedReply(event), ...again });
}
