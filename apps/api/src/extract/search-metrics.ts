import { detectPlatform, linkInText } from '@dipper/media';
import { metrics } from '../infra/metrics/metrics.js';
import { measured } from '../infra/metrics/measured.js';

/** Returns the id of a link's platform, or 'other' for a site that is not in our list. */
function platformLabel(url: string): string {
  return detectPlatform(url)?.id ?? 'other';
}

interface Search {
  /** Reports where the link leads once short links have been followed. */
  leadsTo(url: string): void;
}

/**
 * Runs a search and counts it.
 * @param text what the visitor submitted
 */
export function measureSearch<T>(text: string, work: (search: Search) => Promise<T>): Promise<T> {
  let platform = platformLabel(linkInText(text) ?? '');
  const leadsTo = (url: string): void => {
    platform = platformLabel(url);
  };
  return measured(
    () => work({ leadsTo }),
    (outcome, seconds) => {
      metrics.count('dipper_searches_total', { platform, outcome });
      metrics.observe('dipper_search_duration_seconds', { outcome }, seconds);
    },
  );
}

/** Reads a page and counts it. */
export function measureRead<T>(url: string, read: () => Promise<T>): Promise<T> {
  const platform = platformLabel(url);
  return measured(read, (outcome, seconds) => {
    metrics.count('dipper_page_reads_total', { platform, outcome });
    metrics.observe('dipper_page_read_duration_seconds', { platform }, seconds);
  });
}
