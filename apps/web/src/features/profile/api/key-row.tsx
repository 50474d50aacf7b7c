import type { ApiKeyInfo } from '@dipper/contract';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useDates } from '../../../i18n/format/use-dates.js';
import { useNumbers } from '../../../i18n/format/use-numbers.js';
import { Button } from '../../../ui/buttons/button.js';
import { Confirmation } from '../section/confirmation.js';

interface KeyRowProps {
  readonly apiKey: ApiKeyInfo;
  /** Resolves when the request has been answered, even if the key was not revoked. */
  readonly onRevoke: () => Promise<void>;
}

export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation('profile');
  const date = useDates();
  const number = useNumbers();
  const [phase, setPhase] = useState<'shown' | 'asking' | 'revoking'>('shown');
  const { name, prefix, scopes, last_used_at: usedAt, expires_at: expiresAt } = apiKey;
  const facts = [
    t(scopes.includes('make') ? 'api.scope.all' : 'api.scope.read'),
    usedAt === null ? t('api.unused') : t('api.used', { date: date(usedAt) }),
    t('api.rateOf', { rate: number(apiKey.requests_per_minute) }),
    expiresAt !== null && t('api.expires', { date: date(expiresAt) }),
  ];
  const revoke = () => {
    setPhase('revoking');
    void onRevoke().then(() => setPhase('shown'));
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>{' '}
          <code dir="ltr" className="text-sm text-muted">
            {prefix}…
          </code>
        </p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {phase === 'shown' ? (
        <Button
          variant="plain"
          aria-label={t('api.revokeNamed', { name })}
          onClick={() => setPhase('asking')}
        >
          {t('api.revoke')}
        </Button>
      ) : (
        <Confirmation
          sentence={t('api.revokeSure')}
          yes={t('api.revoke')}
          no={t('api.keep')}
          isBusy={phase === 'revoking'}
          onYes={revoke}
          onNo={() => setPhase('shown')}
        />
      )}
    </li>
  );
}
