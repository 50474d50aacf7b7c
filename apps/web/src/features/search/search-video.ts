import { listLinks, searchLink, type SearchUpdate } from '@dipper/client';
import { send } from '../../lib/api/api-client.js';

export interface Question {
  readonly text: string;
  /** Links that were pasted together, searched instead of `text`. */
  readonly links?: readonly string[] | undefined;
  /** Path of POST /api/download-video, as configured. */
  readonly endpoint: string;
  /** The reply to the request for `text`, if it has already been sent. */
  readonly reply?: Promise<Response> | undefined;
}

/** In characters. */
const USER_AGENT_LENGTH = 100;

/**
 * The coarse fingerprint required by specification §7. It draws no canvas, so it cannot identify
 * anybody.
 */
function fingerprint(now: Date) {
  const { width, height, colorDepth } = window.screen;
  return {
    canvas: 'placeholder',
    screen: `${width}x${height}x${colorDepth}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    platform: navigator.platform,
    user_agent: navigator.userAgent.slice(0, USER_AGENT_LENGTH),
    timestamp: now.getTime(),
  };
}

/**
 * Searches for a link, or for several links as one list.
 * @throws the errors of `searchLink` and `listLinks`
 */
export async function* searchVideo(
  { text, links, endpoint, reply }: Question,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  if (links !== undefined) {
    yield await listLinks(send, links, signal);
    return;
  }
  const request = {
    tweet_url: text,
    browser_fingerprint: fingerprint(new Date()),
    user_consent: false,
  };
  yield* searchLink(reply === undefined ? send : () => reply, endpoint, request, signal);
}
