import { API, meReplySchema, type User } from '@dipper/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useUnits } from '../../i18n/format/units.js';
import { callAs } from '../../entities/session/call-as.js';
import { useTierName } from '../../entities/session/use-tier-name.js';
import { useLoaded } from '../../lib/react/use-loaded.js';
import { useSite } from '../../site/site.js';
import { Badge } from '../../ui/badge.js';

type Subscription = User['subscription'];

/**
 * Refreshes the subscription, because downloads may have been counted since the page was opened.
 */
function useSubscription(known: Subscription): Subscription {
  // If this fails, the known values stay. SessionParts reports an expired session.
  const fresh = useLoaded('me', (_, signal) => callAs(API.me, meReplySchema, { signal }));
  return fresh?.user.subscription ?? known;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-2 font-medium wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

/**
 * The read-only facts of an account. The daily limit is shown only where paid plans are sold, or if
 * the account already has one.
 */
export function AccountFacts({ user }: { readonly user: User }) {
  const { t } = useTranslation('profile');
  const { number } = useUnits();
  const tierName = useTierName();
  const { tier, usage_limits: usage } = useSubscription(user.subscription);
  const { paidPlans } = useSite().config.accounts;
  const hasPlans = paidPlans || tier !== 'free';
  const { downloads_today: today, daily_limit: limit } = usage;
  return (
    <div className="grid gap-2 rounded-xl bg-sunk p-4">
      <dl className="grid gap-1.5">
        <Fact name={t('fields.email')}>
          <bdi>{user.email}</bdi>
          <Badge>{t(user.email_verified ? 'fields.verified' : 'fields.unverified')}</Badge>
        </Fact>
        <Fact name={t('plan.tier')}>
          <bdi>{tierName(tier)}</bdi>
        </Fact>
        <Fact name={t('plan.today')}>{number(today)}</Fact>
        {hasPlans && (
          <Fact name={t('plan.limit')}>{limit === null ? t('plan.unlimited') : number(limit)}</Fact>
        )}
      </dl>
      {hasPlans && <p className="text-sm text-muted">{t('plan.hint')}</p>}
    </div>
  );
}
