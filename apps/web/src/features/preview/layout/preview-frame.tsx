import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useKeptFocus } from '../../../lib/react/use-kept-focus.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { FileGoneProvider } from './file-gone.js';
import { MediaDetails, type MediaSizes } from '../details/media-details.js';
import { usePreviewParts } from '../preview-context.js';
import { useShownQuery } from '../address/shown-media.js';
import { Badge } from '../../../ui/badge.js';
import { TextLink } from '../../../ui/links/text-link.js';
import { Thumbnail } from '../../../entities/media/thumbnail.js';

interface PreviewFrameProps {
  readonly title: string;
  /** The file's state, shown above the title. It changes if the file expires. */
  readonly eyebrow?: string;
  /** Short facts about the media, below the title. */
  readonly badges?: readonly string[];
  /** The thumbnail next to the badges, unless a player or, on wide screens, the details show it. */
  readonly pictureUrl?: string | null;
  /**
   * `making` until there is something to play, save or share: on narrow screens, the details are
   * hidden until then. `ended` if there will be nothing.
   */
  readonly phase?: 'making' | 'ready' | 'ended';
  /** Null hides the details. */
  readonly sizes: MediaSizes | null;
  /**
   * What shows the item's picture. `player`: a video, whose height is reserved, so that the footer
   * does not move. `details`: the details on wide screens.
   */
  readonly picture?: 'player' | 'details' | 'none';
  /** False if playing and saving work without scripts. */
  readonly needsScript?: boolean;
  readonly children: ReactNode;
}

/** The layout of every preview state: back link, title and details. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, eyebrow, badges = [], pictureUrl = null } = props;
  const { phase = 'ended', sizes, picture = 'none', needsScript = true, children } = props;
  const { t } = useTranslation('preview');
  const [isGone, tell] = useState(false);
  const gone = useMemo(() => ({ isGone, tell }), [isGone]);
  const { share } = usePreviewParts();
  const query = useShownQuery();
  const isReady = phase === 'ready';
  const showsPicture = picture === 'details';
  const { t: common } = useTranslation();
  const region = useRef<HTMLDivElement>(null);
  // The heading of the replacement, or else the page's.
  const focus = useKeptFocus(region, (element) => {
    const heading = element.querySelector<HTMLElement>('h2[tabindex="-1"]');
    (heading ?? document.querySelector<HTMLElement>('h1[tabindex="-1"]'))?.focus();
  });
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
          {sizes !== null && (
            // Shown at the end of the line but placed before the title in the tab order, so that
            // Tab leads from the title straight to the save button. The space is reserved while the
            // file is being made, because the title would otherwise wrap again.
            <div className="order-1 -me-3 size-11 shrink-0 noscript:hidden">
              {isReady && share(query)}
            </div>
          )}
          <h1
            tabIndex={-1}
            dir="auto"
            title={title}
            // The padding is for descenders, which the clamp would cut off.
            className="line-clamp-2 min-w-0 pb-[0.15em] font-sans text-title font-semibold wrap-anywhere"
          >
            {title}
          </h1>
        </div>
        {badges.length > 0 && (
          <div className="mt-1.5 flex min-h-8 flex-wrap items-center gap-2">
            {(isGone || !isReady) && (
              <Thumbnail
                url={pictureUrl}
                className={`w-14 rounded-md! ${showsPicture ? 'lg:hidden' : ''}`}
              />
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
        className={`grid grid-cols-1 items-start gap-5 ${sizes === null ? '' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}
      >
        {/* At least as high as a finished video. */}
        <div
          ref={region}
          {...focus}
          className={`relative grid min-w-0 grid-cols-1 content-start gap-5 ${picture === 'player' ? 'lg:min-h-160' : ''}`}
        >
          <FileGoneProvider value={gone}>{children}</FileGoneProvider>
        </div>
        {sizes !== null && (
          <MediaDetails
            sizes={sizes}
            showsPicture={showsPicture}
            className={phase === 'making' ? 'max-lg:not-noscript:hidden' : ''}
          />
        )}
      </div>
    </div>
  );
}
