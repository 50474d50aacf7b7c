import type { PreviewQuery } from '@dipper/contract';
import { platformName, siteName, titleInLink } from '@dipper/media';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import type { MediaInfo } from '../details/media-details.js';

/** Metadata from the query. */
export interface MediaTexts {
  readonly title: string;
  readonly filename: string | null;
  readonly isAudio: boolean;
  readonly thumbnailUrl: string | null;
  readonly sourceUrl: string | null;
}

/** Derives from the query everything that the page's components need. */
export function useMedia(query: PreviewQuery) {
  const { t } = useTranslation('preview');
  const words = useMediaWords();
  const sourceUrl = query.source_url ?? null;
  const link = sourceUrl ?? query.url ?? '';
  const info: MediaInfo = {
    platform: siteName(link) ?? '',
    resolution: query.resolution ?? null,
    fileSize: query.filesize ?? null,
    streamSize: null,
    bitrate: query.bitrate ?? null,
    thumbnailUrl: query.thumbnail_url ?? null,
    originalUrl: sourceUrl,
  };
  const texts: MediaTexts = {
    title: words.title(titleInLink(query.title ?? '', t('untitled'))),
    filename: query.filename ?? null,
    isAudio: query.is_audio === 'true',
    thumbnailUrl: info.thumbnailUrl,
    sourceUrl,
  };
  // The specification fixes the title of the document: "Preview | {platform} | {title}".
  const titlePlatform = words.platform(platformName(link));
  return { info, texts, titlePlatform };
}
