import { useTranslation } from '../../i18n/use-translation.js';

/**
 * Returns a function from an account's tier to its name. The free tier has our own name, which is
 * translated. The operator names the paid tiers, so those names are only capitalized.
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
