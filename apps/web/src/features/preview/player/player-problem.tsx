import { LIMITS } from '@dipper/contract';
import { truncateUrl } from '@dipper/media';
import { CircleAlert, House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { keepRefreshUrl } from '../../../lib/refresh-extract.js';
import type { PlayerError } from './player-error.js';

interface PlayerProblemProps {
  readonly error: PlayerError;
  readonly sourceUrl: string | null;
}

const TEXTS = {
  proxy_expired: { title: 'messages:player.proxyExpired', text: 'player.proxyExpiredText' },
  network: { title: 'messages:player.network', text: 'player.networkText' },
  codec: { title: 'messages:player.codec', text: 'player.codecText' },
  unknown: { title: 'messages:player.unknown', text: 'player.unknownText' },
} as const;

/** Stands in the player's place: what is wrong, and what can still be done. */
export function PlayerProblem({ error, sourceUrl }: PlayerProblemProps) {
  const { t } = useTranslation(['preview', 'messages']);
  const navigate = useNavigate();
  const { title, text } = TEXTS[error.type];
  const goHome = () => {
    if (sourceUrl !== null) {
      keepRefreshUrl(sourceUrl);
    }
    void navigate('/');
  };
  return (
    <div role="alert" className="grid w-full justify-items-center gap-3 p-6 text-center">
      <CircleAlert aria-hidden size={32} className="text-danger" />
      {error.type === 'codec' && <p className="badge">{t('messages:player.codecFallback')}</p>}
      <h2 className="text-lg">{t(title)}</h2>
      <p className="max-w-md text-muted">{t(text)}</p>
      {error.type === 'proxy_expired' && sourceUrl !== null && (
        <p className="text-sm">
          {t('player.originalUrl')}{' '}
          <a href={sourceUrl} rel="noreferrer" dir="ltr" className="text-link underline">
            {truncateUrl(sourceUrl, LIMITS.shownUrlLength)}
          </a>
        </p>
      )}
      {error.retryable && (
        <button type="button" className="button button-primary" onClick={goHome}>
          <House aria-hidden size={18} />
          {t('player.home')}
        </button>
      )}
    </div>
  );
}
