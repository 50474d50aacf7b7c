import { detectPlatform } from '@dipper/media';
import type { PageKind } from '@dipper/site';
import { createChannel } from '../lib/state/channel.js';

/**
 * Actions that an operator may count (specification §9). They contain no personal data or links.
 */
export type CountedEvent =
  | { readonly name: 'page_view'; readonly page: PageKind; readonly path: string }
  | { readonly name: 'video_search'; readonly platform: string }
  | { readonly name: 'video_download'; readonly platform: string; readonly kind: DownloadKind };

export type DownloadKind = 'merge' | 'direct' | 'audio';

/** How many events are buffered until the listener's code has loaded, which may never happen. */
const MAX_EARLY = 10;

const events = createChannel<CountedEvent>(MAX_EARLY);

/** Reports an event. Only domains with analytics listen (features/analytics). */
export const track = events.send;

/** Passes every event to the only listener, including earlier ones. */
export const listenToEvents = events.listen;

/** Returns the id of a link's platform for events, or 'other'. */
export function platformId(link: string): string {
  return detectPlatform(link)?.id ?? 'other';
}
