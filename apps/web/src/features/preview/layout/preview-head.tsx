import { useTranslation } from '../../../i18n/use-translation.js';
import { useSite } from '../../../site/site.js';
import { PageHead } from '../../../ui/page-head.js';
import type { Merge, MergeFailure } from '../../../entities/task/follow/merge.reducer.js';
import { useMedia } from '../address/shown-media.js';
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
  /** True if link previews on other sites show the media. */
  readonly hasMedia?: boolean;
}

/** Sets the document title (its wording is specified) and the link preview. */
export function PreviewHead({ title, hasMedia = true }: HeadProps) {
  const media = useMedia();
  const { t } = useTranslation('preview');
  const picture = useSite().sharedPicture?.path;
  const shown = {
    title: media.title,
    type: media.isAudio ? ('music.song' as const) : ('video.other' as const),
    picture,
  };
  return (
    <PageHead
      title={title}
      isWhole
      description={t('description')}
      {...(hasMedia && { media: shown })}
    />
  );
}

/** Sets the title of a merge, including an expired one. */
export function MergeHead({ merge }: { readonly merge: Merge }) {
  const { platform, title } = useMedia();
  const { t } = useTranslation('preview');
  const word = useTitleWord(merge);
  const isExpired = useIsFileGone() && merge.phase === 'complete';
  const state = isExpired ? t('retention.expired') : word;
  return <PreviewHead title={`${state} | ${platform} | ${title}`} />;
}
