import type { PreviewQuery, SharedParams } from '@dipper/contract';
import { cleanSharedTitle } from '@dipper/media';

/** A link's parameters, with the displayed title. */
export type Shareable = SharedParams & { readonly title?: string };

/**
 * Makes a path on this site absolute. A task's path is not changed, because it identifies the task.
 */
function sharedUrl(url: string, origin: string): string {
  return url.startsWith('/') && !url.startsWith('/api/download/') ? origin + url : url;
}

/**
 * The parameters stored in a preview's short link (specification §3, "Share payload"): the query's
 * non-empty values, with a cleaned title. A title that consists only of quotes is left out; the
 * recipient's page then requests it from the source.
 * @param origin the origin of this page, for relayed media
 */
export function shareParams(query: PreviewQuery, origin: string): Shareable {
  const { title = '', url = '', is_audio } = query;
  const values = {
    ...query,
    title: cleanSharedTitle(title, ''),
    url: sharedUrl(url, origin),
    is_audio: is_audio === 'true' || is_audio === 'false' ? is_audio : undefined,
  };
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(kept);
}
