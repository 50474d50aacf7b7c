import { LIMITS } from '@dipper/contract';
import type { I18n } from '../i18n/create-i18n.js';
import type { LabelTexts } from '../i18n/labels.js';
import { retentionWords } from '../i18n/format/use-retention.js';
import type { Site } from '../site/site.js';

/** Limits that texts can quote: `{{listEntries}}`, `<Limit of="listEntries" />`. */
export const TEXT_LIMITS = {
  bundleEntries: LIMITS.bundleEntries,
  listEntries: LIMITS.listEntries,
  loopSeconds: LIMITS.loopSeconds,
  passwordLength: LIMITS.passwordLength,
  longestPassword: LIMITS.longestPassword,
  lockSeconds: LIMITS.downloadLockMs / 1000,
} as const;

/** Returns the values for a page's `{{…}}` placeholders: the brand, limits and quoted labels. */
export function textValues(
  { config, retentionSeconds }: Pick<Site, 'config' | 'retentionSeconds'>,
  i18n: I18n,
): Readonly<Record<string, string>> {
  const { language } = i18n;
  return {
    ...(i18n.getResourceBundle(language, 'labels') as LabelTexts | undefined),
    ...Object.fromEntries(
      Object.entries(TEXT_LIMITS).map(([name, number]) => [name, String(number)]),
    ),
    name: config.branding.name,
    retention: retentionWords(i18n.getFixedT(language, 'common'), retentionSeconds),
  };
}
