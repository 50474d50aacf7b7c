import { publishedOrigin } from '@dipper/site';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { CopyableCode } from '../../features/reading/copyable-code.js';
import { TextPage } from '../../features/reading/text-page.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { bookmarklet, shareAddress } from './share-address.js';

function useOrigin(): string {
  const { config, origin } = useSite();
  return publishedOrigin(config, origin);
}

function Bookmarklet() {
  const { t } = useTranslation('reading');
  return (
    <CopyableCode label={t('bookmarklet')}>
      <code>{bookmarklet(useOrigin())}</code>
    </CopyableCode>
  );
}

function ShareAddress() {
  const { t } = useTranslation('reading');
  return (
    <CopyableCode label={t('shareAddress')}>
      <code>{shareAddress(useOrigin())}</code>
    </CopyableCode>
  );
}

const GUIDE_PARTS = { Bookmarklet, ShareAddress };

/** `/how-to-download-videos` */
export function GuidePage() {
  return (
    <>
      <TextPage text="guide" parts={GUIDE_PARTS} />
      <AdSlot kind="responsive" />
    </>
  );
}
