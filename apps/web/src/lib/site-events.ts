import { detectPlatform } from '@dipper/media';
import type { PageKind } from '@dipper/site';

/** What visitors do that an operator may count (specification §9), without who or what for. */
export type SiteEvent =
  | { readonly name: 'page_view'; readonly page: PageKind; readonly path: string }
  | { readonly name: 'video_search'; readonly platform: string }
  | { readonly name: 'video_download'; readonly platform: string; readonly kind: DownloadKind };

export type DownloadKind = 'merge' | 'direct' | 'audio';

/** More than happens before the listener's code has come, or never will. */
const MAX_EARLY = 10;

const early: SiteEvent[] = [];

let hear = (event: SiteEvent): void => {
  if (early.length < MAX_EARLY) {
    early.push(event);
  }
};

/** Reports an event; nobody listens where nothing is counted (features/analytics). */
export function track(event: SiteEvent): void {
  hear(event);
}

/** Hands every event, those before it included, to the one listener. */
export function listenToEvents(listener: (event: SiteEvent) => void): void {
  hear = listener;
  early.splice(0).forEach(listener);
}

/** A link as events name it: by its platform, or as one of some other site. */
export function platformId(link: string): string {
  return detectPlatform(link)?.id ?? 'other';
}
