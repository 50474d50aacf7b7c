import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { FileGoneProvider } from './file-gone.js';
import { KeepFocus } from './keep-focus.js';
import { type MediaInfo, MediaDetails, type PictureUse } from '../details/media-details.js';
import { usePreviewParts } from '../preview-parts.js';
import { useShownQuery } from '../address/shown-query.js';
import { Badge } from '../../../ui/badge.js';
import { TextLink } from '../../../ui/text-link.js';
import { Thumbnail } from '../../../ui/thumbnail.js';

interface PreviewFrameProps {
  readonly title: string;
  /** What is under way, above the title; '' keeps its place. */
  readonly eyebrow?: string;
  /** In a few words what the media is, below the title. */
  readonly badges?: readonly string[];
  /** Beside them, where the details and their picture are far below, while nothing else shows it. */
  readonly pictureUrl?: string | null;
  /** Left out where there is nothing to tell. */
  readonly info: MediaInfo | null;
  /** Where the details show the picture; the player may show it already. */
  readonly picture?: PictureUse;
  /** A video stands here, or will: the footer stays where it is then. */
  readonly keepsHeight?: boolean;
  /** False for what plays and is saved without scripts as well. */
  readonly needsScript?: boolean;
  readonly children: ReactNode;
}

/** What all states of the preview page share: the way back, the title, the details beside. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, eyebrow, badges = [], pictureUrl = null } = props;
  const { info, picture = 'always', keepsHeight = false, needsScript = true, children } = props;
  const { t } = useTranslation('preview');
  const [isGone, tell] = useState(false);
  const gone = useMemo(() => ({ isGone, tell }), [isGone]);
  const { share } = usePreviewParts();
  const query = useShownQuery();
  const { t: common } = useTranslation();
  return (
    <div className="wrap grid grid-cols-1 gap-5 pt-2 pb-16">
      {/* In one place in every state, also while the file is made and when it has expired. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextLink kind="back" to="/">
          <ArrowLeft aria-hidden size={18} className="rtl:-scale-x-100" />
          {t('back')}
        </TextLink>
        {info !== null && <div className="noscript:hidden">{share(query)}</div>}
      </div>
      <div className="grid grid-cols-1 gap-1.5">
        {eyebrow !== undefined && (
          <p className="min-h-[1lh] font-semibold text-accent noscript:hidden">
            {!isGone && eyebrow}
          </p>
        )}
        <h1
          tabIndex={-1}
          title={title}
          className="line-clamp-2 font-sans text-title font-semibold wrap-anywhere"
        >
          <bdi>{title}</bdi>
        </h1>
        {badges.length > 0 && (
          <div className="mt-1.5 flex min-h-8 flex-wrap items-center gap-2">
            {pictureUrl !== null && (
              <Thumbnail url={pictureUrl} className="w-14 rounded-md! lg:hidden" />
            )}
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
        {/* As high as a finished video at least. */}
        <KeepFocus
          className={`relative grid min-w-0 grid-cols-1 content-start gap-5 ${keepsHeight ? 'lg:min-h-160' : ''}`}
        >
          <FileGoneProvider value={gone}>{children}</FileGoneProvider>
        </KeepFocus>
        {info !== null && <MediaDetails info={info} picture={picture} />}
      </div>
    </div>
  );
}
