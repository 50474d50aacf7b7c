import type { DomainConfig } from '@dipper/contract';
import type { CountedEvent } from '../../site/counted-events.js';

interface Place {
  readonly config: DomainConfig;
  /** The page's scheme and host. */
  readonly origin: string;
  readonly title: string;
}

/** Pages whose title contains the visitor's link: the pages with the form, and the preview. */
const QUOTING = new Set(['home', 'landing', 'podcasts', 'preview']);

/**
 * Returns the path to report for a page view, without its query. Paths of unknown pages and short
 * links are replaced, because they may be a pasted link or lead to a visitor's file.
 */
function shownPath({ page, path }: Extract<CountedEvent, { name: 'page_view' }>): string {
  if (page === 'not-found') {
    return '/404';
  }
  return page === 'short-link' ? '/p' : path;
}

export function googleEvent(event: CountedEvent, { config, origin, title }: Place) {
  if (event.name !== 'page_view') {
    const { name, ...parameters } = event;
    return { name, parameters };
  }
  const quotes = QUOTING.has(event.page);
  return {
    name: event.name,
    parameters: {
      page_location: `${origin}${shownPath(event)}`,
      page_title: quotes ? config.seo.title : title,
    },
  };
}

/**
 * Returns the referrer without its query and fragment; '' if unknown. Our own pages are reduced to
 * the origin, because their path may be a pasted link or lead to a visitor's file.
 * @param origin our scheme and host
 */
export function shownReferrer(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? `${origin}/` : address.replace(/[?#].*$/s, '');
}
