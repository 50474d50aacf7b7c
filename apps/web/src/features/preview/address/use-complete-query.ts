import { type PagePreview, pagePreviewSchema, type PreviewQuery } from '@dipper/contract';
import { callApi } from '../../../lib/api/api-client.js';
import { leaveFacts } from '../../../entities/media/handover/page-facts.js';
import { useLoaded } from '../../../lib/react/use-loaded.js';
import { keepGrant } from '../../../entities/media/picture-grants.js';
import { useSite } from '../../../site/site.js';

/**
 * Fetches GET /api/preview for `page`. Returns null without a page, until the reply arrives, and
 * after a failure.
 */
function usePagePreview(page: string | null): PagePreview | null {
  const { preview } = useSite().config.api.endpoints;
  return useLoaded(page, async (link, signal) => {
    const path = `${preview}?url=${encodeURIComponent(link)}`;
    const said = await callApi(path, pagePreviewSchema, { signal });
    if (said.thumbnail_url !== null && said.thumbnail_grant !== null) {
      keepGrant(said.thumbnail_url, said.thumbnail_grant);
    }
    leaveFacts(link, { by: said.uploader, chapters: said.chapters });
    return said;
  });
}

/** Adds the source page's metadata to a query that contains the page but no title. */
export function useCompleteQuery(query: PreviewQuery): PreviewQuery {
  const { title, source_url, thumbnail_url } = query;
  const page = usePagePreview(title || !source_url ? null : source_url);
  return page === null
    ? query
    : {
        ...query,
        title: page.title,
        thumbnail_url: thumbnail_url ?? page.thumbnail_url ?? undefined,
      };
}
