import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { FileGoneProvider } from './file-gone.js';
import { KeepFocus } from './keep-focus.js';
import { type MediaInfo, MediaDetails } from '../details/media-details.js';
import { usePreviewParts } from '../preview-context.js';
import { useShownQuery } from '../address/shown-query.js';
import { Badge } from '../../../ui/badge.js';
import { TextLink } from '../../../ui/links/text-link.js';
import { Thumbnail } from '../../../entities/media/thumbnail.js';

interface PreviewFrameProps {
  readonly title: string;
  /** The file's state, shown above the title. It changes if the file expires. */
  readonly eyebrow?: string;
  /** Short facts about the media, below the title. */
  readonly badges?: readonly string[];
  /** The thumbnail beside the badges, unless it is shown elsewhere. */
  readonly pictureUrl?: string | null;
  /** True once there is something to play, save or share. */
  readonly isReady?: boolean;
  /** Null hides the details. */
  readonly info: MediaInfo | null;
  /** True if the details show the thumbnail on wide screens, because no player shows it. */
  readonly showsPicture?: boolean;
  /** Whether to reserve the height of a video, so that the footer does not move. */
  readonly keepsHeight?: boolean;
  /** False if playing and saving work without scripts. */
  readonly needsScript?: boolean;
  readonly children: ReactNode;
}

/** The layout of every preview state: back link, title and details. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, eyebrow, badges = [], pictureUrl = null } = props;
  const {
    isReady = false,
    info,
    showsPicture = false,
    keepsHeight = false,
    needsScript = true,
    children,
  } = props;
  const { t } = useTranslation('preview');
  const [isGone, tell] = useState(false);
  const gone = useMemo(() => ({ isGone, tell }), [isGone]);
  const { share } = usePreviewParts();
  const query = useShownQuery();
  const { t: common } = useTranslation();
  return (
    <div className="wrap grid grid-cols-1 gap-5 pt-2 pb-16">
      <TextLink kind="back" to="/" className="justify-self-start">
        <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
        {t('back')}
      </TextLink>
      <div className="grid grid-cols-1 gap-1.5">
        {eyebrow !== undefined && (
          <p className="min-h-[1lh] font-semibold text-accent noscript:hidden">
            {isGone && isReady ? t('title.gone') : eyebrow}
          </p>
        )}
        <div className="flex items-start justify-between gap-2">
          {info !== null && (
            // Shown at the end of the line but placed before the title in the tab order, so that
            // Tab leads from the title straight to the save button. The space is reserved while the
            // file is being made, because the title would otherwise wrap again.
            <div className="order-1 size-11 shrink-0 noscript:hidden">
              {isReady && share(query)}
            </div>
          )}
          <h1
            tabIndex={-1}
            dir="auto"
            title={title}
            className="line-clamp-2 min-w-0 font-sans text-title font-semibold wrap-anywhere"
          >
            {title}
          </h1>
        </div>
        {badges.length > 0 && (
          <div className="mt-1.5 flex min-h-8 flex-wrap items-center gap-2">
            {pictureUrl !== null && <Thumbnail url={pictureUrl} className="w-14 rounded-md!" />}
            {badges.map((badge) => (
              <Badge key={badge}>{badge}</Badge>
            ))}
          </div>
        )}
      </div>
      {needsScript && (
        <noscript>
          <p className="card p-4">{common('noscript')}</p>
        </noscript>
      )}
      <div
        className={`grid grid-cols-1 items-start gap-5 ${info === null ? '' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}
      >
        {/* At least as high as a finished video. */}
        <KeepFocus
          className={`relative grid min-w-0 grid-cols-1 content-start gap-5 ${keepsHeight ? 'lg:min-h-160' : ''}`}
        >
          <FileGoneProvider value={gone}>{children}</FileGoneProvider>
        </KeepFocus>
        {info !== null && <MediaDetails info={info} showsPicture={showsPicture} />}
      </div>
    </div>
  );
}
