import { useTranslation } from '../../i18n/use-translation.js';

/**
 * Returns a function from an account's tier to its name. The free tier is ours and translated. The
 * operator names the paid ones, so these only get a capital.
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
