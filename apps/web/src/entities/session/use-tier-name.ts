import { useTranslation } from '../../i18n/use-translation.js';

/**
 * Returns a function from an account's tier to its name. The name of the free tier is ours and is
 * translated. Paid tiers are named by the operator, so their names are only capitalized.
 */
export function useTierName(): (tier: string) => string {
  const { t, i18n } = useTranslation('account');
  return (tier) => {
    const [first = ''] = tier;
    return tier === 'free'
      ? t('freeTier')
      : first.toLocaleUpperCase(i18n.language) + tier.slice(first.length);
  };
}
