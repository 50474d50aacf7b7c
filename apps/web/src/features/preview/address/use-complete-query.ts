import { type PagePreview, pagePreviewSchema, type PreviewQuery } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/api/api-client.js';
import { leaveFacts } from '../../../entities/media/handover/handover.js';
import { keepGrant } from '../../../entities/media/picture-grants.js';
import { useSite } from '../../../site/site.js';

/**
 * Requests GET /api/preview for `page`. Returns null if there is no page, until the reply arrives,
 * and after a failure.
 */
function usePagePreview(page: string | null): PagePreview | null {
  const { preview } = useSite().config.api.endpoints;
  const [known, setKnown] = useState<{ page: string; said: PagePreview } | null>(null);
  useEffect(() => {
    if (page === null) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const path = `${preview}?url=${encodeURIComponent(page)}`;
    callApi(path, pagePreviewSchema, { signal }).then(
      (said) => {
        if (said.thumbnail_url !== null && said.thumbnail_grant !== null) {
          keepGrant(said.thumbnail_url, said.thumbnail_grant);
        }
        leaveFacts(page, { by: said.uploader, chapters: said.chapters });
        setKnown({ page, said });
      },
      // The page works without the reply.
      () => undefined,
    );
    return () => controller.abort();
  }, [page, preview]);
  return known !== null && known.page === page ? known.said : null;
}

/** If a query contains a page but no title, completes the query with that page's metadata. */
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
