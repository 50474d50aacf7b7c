import type { FormEvent } from 'react';
import { formatLocale } from '../../i18n/format/format-locale.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { useConsent } from '../../site/third-parties/consent.js';
import { analyticsId, asksConsent, showsAds } from '@dipper/contract';
import { Button } from '../../ui/buttons/button.js';
import { openProviderSettings } from './consent-provider-api.js';
import { choose } from './start-consent.js';

interface PurposeProps {
  readonly name: 'necessary' | 'analytics' | 'ads';
  readonly allowed: boolean;
}

function Purpose({ name, allowed }: PurposeProps) {
  const { t } = useTranslation('consent');
  return (
    <label className="flex min-h-target cursor-pointer items-start gap-3 py-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={allowed}
        disabled={name === 'necessary'}
        className="mt-1 size-6 shrink-0"
      />
      <span>
        <span className="block font-semibold">{t(`panel.purposes.${name}.label`)}</span>
        <span className="block text-muted">{t(`panel.purposes.${name}.text`)}</span>
      </span>
    </label>
  );
}

function ConsentForm() {
  const { t, i18n } = useTranslation('consent');
  const { config } = useSite();
  const { analytics, ads, decidedAt } = useConsent();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    choose({ analytics: data.has('analytics'), ads: data.has('ads') });
  };
  const when = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const date = decidedAt === null ? '' : when.format(new Date(decidedAt));
  return (
    // Remount the form after each decision, to show the new values.
    <form key={decidedAt} onSubmit={save} className="grid grid-cols-1 gap-4">
      <p role="status">{t(date === '' ? 'panel.undecided' : 'panel.decided', { date })}</p>
      <fieldset className="divide-y divide-line border-y border-line">
        <legend className="sr-only">{t('panel.heading')}</legend>
        <Purpose name="necessary" allowed />
        {analyticsId(config) !== null && <Purpose name="analytics" allowed={analytics} />}
        {showsAds(config) && <Purpose name="ads" allowed={ads} />}
      </fieldset>
      <div className="actions">
        <Button type="submit" variant="primary">
          {t('panel.save')}
        </Button>
        {(analytics || ads) && (
          <Button variant="quiet" onClick={() => choose({ analytics: false, ads: false })}>
            {t('panel.withdraw')}
          </Button>
        )}
      </div>
      {(analytics || ads) && <p className="text-muted">{t('panel.withdrawing')}</p>}
    </form>
  );
}

/** The consent settings on the cookie page. Requires the `consent` texts. */
export function ConsentPanel() {
  const { t } = useTranslation('consent');
  const { config } = useSite();
  if (!asksConsent(config)) {
    return <p>{t('panel.nothing')}</p>;
  }
  if (config.consent.provider === 'external') {
    return (
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <p>{t('panel.external')}</p>
        <Button variant="primary" onClick={openProviderSettings}>
          {t('panel.openExternal')}
        </Button>
      </div>
    );
  }
  return <ConsentForm />;
}
