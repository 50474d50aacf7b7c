import { type PreviewQuery, type Wish, wishInQuery } from '@dipper/contract';
import { platformName, siteName, titleInLink } from '@dipper/media';
import { createContext, useContext } from 'react';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';

const ShownQueryContext = createContext<PreviewQuery>({});
export const ShownQueryProvider = ShownQueryContext.Provider;

/** Returns this preview's query, completed with metadata of the original page. */
export function useShownQuery(): PreviewQuery {
  return useContext(ShownQueryContext);
}

/** Returns the request that this preview's file is made from; null if it is one of the formats. */
export function useShownWish(): Wish | null {
  return wishInQuery(useShownQuery().recipe);
}

/** The item and its file, as the query describes them (specification §3, "Preview media info"). */
interface ShownMedia {
  readonly title: string;
  readonly filename: string | null;
  readonly isAudio: boolean;
  readonly resolution: string | null;
  /** In bytes. */
  readonly sizeBytes: number | null;
  /** In kbit/s. */
  readonly bitrate: number | null;
  readonly thumbnailUrl: string | null;
  /** The item's page. */
  readonly sourceUrl: string | null;
  /** The platform's name, or the host of any other site; '' if unknown. */
  readonly site: string;
  /** The platform's name in the title of the document, which the specification fixes. */
  readonly platform: string;
}

export function useMedia(): ShownMedia {
  const query = useShownQuery();
  const { t } = useTranslation('preview');
  const words = useMediaWords();
  const link = query.source_url ?? query.url ?? '';
  return {
    title: words.title(titleInLink(query.title ?? '', t('untitled'))),
    filename: query.filename ?? null,
    isAudio: query.is_audio === 'true',
    resolution: query.resolution ?? null,
    sizeBytes: query.filesize ?? null,
    bitrate: query.bitrate ?? null,
    thumbnailUrl: query.thumbnail_url ?? null,
    sourceUrl: query.source_url ?? null,
    site: siteName(link) ?? '',
    platform: words.platform(platformName(link)),
  };
}
