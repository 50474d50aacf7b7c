import type { PreviewQuery, SharedParams } from '@dipper/contract';
import { cleanSharedTitle } from '@dipper/media';

/** The params of a link, with the title as it is shown beside it. */
export type Shareable = SharedParams & { readonly title?: string };

/** A path of this site as a whole address; the path of a task is kept, by which it is known. */
function sharedUrl(url: string, origin: string): string {
  return url.startsWith('/') && !url.startsWith('/api/download/') ? origin + url : url;
}

/**
 * What a short link of a preview keeps (specification §3, "Share payload"): the values of its address
 * that are not empty, with a cleaned title. A title that is only quotes is left out, too: the page at
 * the other end asks the source for its own.
 * @param origin of this page, for a medium that this deployment relays
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
