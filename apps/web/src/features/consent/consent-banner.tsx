import '../../theme/later.css';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { useConsent } from '../../site/third-parties/consent.js';
import { analyticsId, showsAds } from '@dipper/contract';
import { Button } from '../../ui/buttons/button.js';
import { TextLink } from '../../ui/links/text-link.js';
import { choose } from './start-consent.js';

/**
 * Asks for consent at the bottom of the viewport. The banner is sticky rather than fixed and comes
 * last on the page, so it causes no layout shift, leaves the end of the page uncovered, and lets
 * focused elements scroll clear of it.
 */
export function ConsentBanner() {
  const { t } = useTranslation('consent');
  const { config } = useSite();
  const { decidedAt } = useConsent();
  const heading = useId();
  if (decidedAt !== null) {
    return null;
  }
  const asks = { analytics: analyticsId(config) !== null, ads: showsAds(config) };
  const isChoice = asks.analytics || asks.ads;
  const accept = () => choose(asks);
  const refuse = () => choose({ analytics: false, ads: false });
  return (
    <section
      aria-labelledby={heading}
      data-nosnippet=""
      className="sticky bottom-0 z-10 border-t border-line bg-surface py-4 [html:has(&)]:scroll-pb-48"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="grid max-w-2xl grid-cols-1 gap-1 text-[0.9375rem]">
          <h2 id={heading} className="text-base">
            {t('heading')}
          </h2>
          <p className="text-muted">
            {t(asksFor(asks))}{' '}
            <TextLink kind="inline" to="/cookie-settings">
              {t('settings')}
            </TextLink>
          </p>
        </div>
        <div className="actions">
          {isChoice && (
            <Button variant="quiet" onClick={refuse} aria-describedby={heading}>
              {t('refuse')}
            </Button>
          )}
          <Button variant="quiet" onClick={accept} aria-describedby={heading}>
            {t(isChoice ? 'accept' : 'understood')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Returns the key of the message that lists the purposes. */
function asksFor({ analytics, ads }: { readonly analytics: boolean; readonly ads: boolean }) {
  if (analytics && ads) {
    return 'asks.both';
  }
  if (analytics) {
    return 'asks.analytics';
  }
  return ads ? 'asks.ads' : 'asks.nothing';
}
