import { LIMITS } from '@dipper/contract';
import { truncateUrl } from '@dipper/media';
import type { TFunction } from 'i18next';
import { CircleAlert, House } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useNavigate } from 'react-router-dom';
import { leave } from '../../../entities/media/handover/handover.js';
import { useMedia } from '../address/shown-media.js';
import { isRetryable, type PlayerError } from './player-error.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/buttons/button.js';
import { TextLink } from '../../../ui/links/text-link.js';

/**
 * What to offer if the media does not play: downloading the file, letting a task prepare it,
 * renewing the link, or nothing.
 */
export type Fallback = 'download' | 'prepare' | 'again' | null;

interface PlayerProblemProps {
  readonly error: PlayerError;
  readonly fallback: Fallback;
}

const TITLES = {
  proxy_expired: 'messages.player.proxyExpired',
  network: 'messages.player.network',
  refused: 'messages.player.network',
  codec: 'messages.player.codec',
  damaged: 'messages.player.unknown',
  unknown: 'messages.player.unknown',
} as const;

function problemText(
  { error, fallback }: PlayerProblemProps,
  isAudio: boolean,
  t: TFunction<'preview'>,
): string {
  const texts = {
    proxy_expired: t('player.proxyExpiredText'),
    network: t(isAudio ? 'player.audioNetworkText' : 'player.videoNetworkText'),
    refused: t('player.refusedText'),
    codec: t('player.codecText'),
    damaged: t('player.damagedText'),
    unknown: t('player.unknownText'),
  };
  // We know that the file exists only if it loaded and then failed to play.
  const isThere = error === 'codec' || error === 'damaged';
  return fallback === 'prepare' || (fallback === 'download' && isThere)
    ? `${texts[error]} ${t('player.canDownload')}`
    : texts[error];
}

/** Shown in place of the player: what went wrong, and what to do next. */
export function PlayerProblem(props: PlayerProblemProps) {
  const { error, fallback } = props;
  const { isAudio, sourceUrl } = useMedia();
  const { t } = useTranslation('preview');
  const navigate = useNavigate();
  const goHome = () => {
    if (sourceUrl !== null) {
      leave({ refresh: sourceUrl });
    }
    navigate('/');
  };
  return (
    <div
      role="alert"
      className="grid min-h-64 grid-cols-1 content-center justify-items-center gap-3 rounded-2xl bg-sunk p-6 text-center sm:min-h-80"
    >
      <CircleAlert aria-hidden size={32} className="text-danger" />
      {error === 'codec' && (
        <Badge as="p" className="bg-surface">
          {t('messages.player.codecFallback')}
        </Badge>
      )}
      <h2 tabIndex={-1} className="text-lg">
        {t(TITLES[error])}
      </h2>
      <p className="max-w-md text-muted">{problemText(props, isAudio, t)}</p>
      {error === 'proxy_expired' && sourceUrl !== null && (
        <p className="text-sm">
          {t('player.originalUrl')}{' '}
          <TextLink kind="inline" href={sourceUrl} rel="noreferrer" dir="ltr">
            {truncateUrl(sourceUrl, LIMITS.shownUrlLength)}
          </TextLink>
        </p>
      )}
      {isRetryable(error) && (
        <Button variant={fallback === null ? 'primary' : 'quiet'} onClick={goHome}>
          <House aria-hidden size={18} />
          {t('player.home')}
        </Button>
      )}
    </div>
  );
}
