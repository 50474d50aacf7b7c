import type { DomainConfig } from '@dipper/contract';
import type { SiteEvent } from '../../lib/site-events.js';

interface Place {
  readonly config: DomainConfig;
  /** Scheme and host of the page. */
  readonly origin: string;
  /** Of the document at this moment. */
  readonly title: string;
}

/** Pages whose title quotes what a visitor looks for: those with the form, and the preview. */
const QUOTING = new Set(['home', 'landing', 'podcasts', 'preview']);

/**
 * Where a page view is: a path, never a query. A path that leads nowhere may be a pasted link, and a
 * short one leads to a visitor's file: neither is handed on.
 */
function shownPath({ page, path }: Extract<SiteEvent, { name: 'page_view' }>): string {
  if (page === 'not-found') {
    return '/404';
  }
  return page === 'short-link' ? '/p' : path;
}

/** What is sent for an event: its name and its parameters. */
export function googleEvent(event: SiteEvent, { config, origin, title }: Place) {
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
 * Where a visitor comes from, without query and fragment; '' where nobody says. Of a page of ours the
 * host alone: its path may be a pasted link, or lead to somebody's file.
 * @param origin scheme and host of ours
 */
export function shownReferrer(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? `${origin}/` : address.replace(/[?#].*$/s, '');
}
