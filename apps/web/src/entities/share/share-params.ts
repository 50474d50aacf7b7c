import type { PreviewQuery, SharedParams } from '@dipper/contract';
import { cleanSharedTitle } from '@dipper/media';

/** A link's parameters, with the title as displayed. */
export type Shareable = SharedParams & { readonly title?: string };

/** Makes a path of this site absolute, except a task's path, which identifies the task. */
function sharedUrl(url: string, origin: string): string {
  return url.startsWith('/') && !url.startsWith('/api/download/') ? origin + url : url;
}

/**
 * The parameters stored in a preview's short link (specification §3, "Share payload"): the query's
 * non-empty values, with a cleaned title. A title of only quotes is omitted: the recipient's page
 * asks the source for it.
 * @param origin of this page, for relayed media
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
