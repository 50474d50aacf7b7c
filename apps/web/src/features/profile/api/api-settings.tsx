import { API } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';
import { SiteLink } from '../../../ui/links/site-link.js';
import { KeysSection } from './keys-section.js';
import { WebhooksSection } from './webhooks-section.js';

/** An account's API keys and webhooks. */
export function ApiSettings() {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  return (
    <div className="grid grid-cols-1 gap-8">
      <KeysSection />
      <WebhooksSection />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <SiteLink to="/developers">{common('footer.developers')}</SiteLink>
        <SiteLink href={API.docs}>{t('api.reference')}</SiteLink>
      </p>
    </div>
  );
}
