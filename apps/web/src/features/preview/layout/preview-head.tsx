import { useTranslation } from '../../../i18n/use-translation.js';
import { useSite } from '../../../site/site.js';
import { PageHead } from '../../../ui/page-head.js';
import type { Merge, MergeFailure } from '../../../entities/task/follow/merge.reducer.js';
import { useIsFileGone } from './file-gone.js';

/** Failures that have their own heading. */
const FAILED_TITLES: Partial<Record<MergeFailure['kind'], 'retention.expired' | 'damage.heading'>> =
  { expired: 'retention.expired', 'source-damaged': 'damage.heading' };

/** Returns the status word for the tab title, which is all that a background tab shows. */
function useTitleWord(merge: Merge): string {
  const { t } = useTranslation('preview');
  switch (merge.phase) {
    case 'starting':
    case 'running':
      return t('title.processing');
    case 'complete':
      return t('title.preview');
    case 'failed':
      return t(FAILED_TITLES[merge.failure.kind] ?? 'messages.merge.processingFailed');
    case 'cancelled':
      return t('progress.cancelledHeading');
  }
}

interface HeadProps {
  readonly title: string;
  /** The media as shown in link previews on other sites. */
  readonly media?: { readonly title: string; readonly isAudio: boolean };
}

/** Sets the document title (its wording is specified) and the link preview. */
export function PreviewHead({ title, media }: HeadProps) {
  const { t } = useTranslation('preview');
  const picture = useSite().sharedPicture?.path;
  const shown = media && {
    title: media.title,
    type: media.isAudio ? ('music.song' as const) : ('video.other' as const),
    picture,
  };
  return (
    <PageHead
      title={title}
      isWhole
      description={t('description')}
      {...(shown && { media: shown })}
    />
  );
}

interface MergeHeadProps {
  readonly merge: Merge;
  readonly platform: string;
  readonly media: { readonly title: string; readonly isAudio: boolean };
}

/** Sets the title of a merge, including an expired one. */
export function MergeHead({ merge, platform, media }: MergeHeadProps) {
  const { t } = useTranslation('preview');
  const word = useTitleWord(merge);
  const isExpired = useIsFileGone() && merge.phase === 'complete';
  return (
    <PreviewHead
      title={`${isExpired ? t('retention.expired') : word} | ${platform} | ${media.title}`}
      media={media}
    />
  );
}
