import {
  API,
  type WebhookDelivery,
  webhookDeliverySchema,
  webhookSecretReplySchema,
  type WebhooksReply,
  webhooksReplySchema,
} from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useDates } from '../../../i18n/format/use-dates.js';
import { callAs } from '../../../entities/session/call-as.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/buttons/button.js';
import { LoadedSection } from '../section/loaded-section.js';
import { SecretField } from '../section/secret-field.js';
import { useAccountData } from '../section/use-account-data.js';

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly busy: boolean;
  readonly onReplay: () => void;
}

function DeliveryRow({ delivery, busy, onReplay }: DeliveryRowProps) {
  const { t } = useTranslation('profile');
  const date = useDates();
  const { url, state, last_status: status, last_error: error, created_at: createdAt } = delivery;
  // Show only the host: the rest may contain the receiver's token.
  const { host } = new URL(url);
  const facts = [date(createdAt), status ?? error];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <bdi>{host}</bdi> <Badge>{t(`api.states.${state}`)}</Badge>
        </p>
        <p className="text-sm text-muted">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      {state !== 'waiting' && (
        <Button variant="plain" busy={busy} onClick={onReplay}>
          {t('api.again')}
        </Button>
      )}
    </li>
  );
}

/** The secret that signs messages, and the most recent messages. */
export function WebhooksSection() {
  const { t } = useTranslation('profile');
  const date = useDates();
  const loaded = useAccountData(API.webhooks, webhooksReplySchema);
  const { busy, run } = loaded;
  const rotate = (now: WebhooksReply) =>
    run(async () => ({
      ...now,
      ...(await callAs(API.webhookSecret, webhookSecretReplySchema, { method: 'POST' })),
    }));
  const replay = (now: WebhooksReply, id: string) =>
    run(async () => {
      const path = API.webhookReplay(id);
      const after = await callAs(path, webhookDeliverySchema, { method: 'POST' });
      return { ...now, deliveries: now.deliveries.map((it) => (it.id === id ? after : it)) };
    });
  return (
    <LoadedSection heading={t('api.webhooks')} text={t('api.webhooksText')} loaded={loaded}>
      {(now) => (
        <>
          <SecretField
            label={t('api.secret')}
            value={now.secret}
            hint={
              now.previous_until === null
                ? t('api.secretText')
                : t('api.previous', { date: date(now.previous_until) })
            }
            isHidden
          />
          <div>
            <Button variant="quiet" busy={busy} onClick={() => void rotate(now)}>
              {t('api.replace')}
            </Button>
          </div>
          {now.deliveries.length === 0 ? (
            <p className="text-muted">{t('api.noMessages')}</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {now.deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  busy={busy}
                  onReplay={() => void replay(now, delivery.id)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </LoadedSection>
  );
}
