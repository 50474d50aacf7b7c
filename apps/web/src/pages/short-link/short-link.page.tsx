import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { StartForm } from '../../features/search/form/start-form.js';

/** In place of a short link that is not there: the server redirects those that are. */
export function ShortLinkPage() {
  const { t } = useTranslation('shortLink');
  return (
    <div className="wrap grid grid-cols-1 gap-10 pt-6 pb-16 sm:pt-14">
      <PageHead title={t('title')} description={t('description')} />
      <div className="grid max-w-2xl gap-4">
        <h1 tabIndex={-1} className="text-display">
          {t('heading')}
        </h1>
        <p className="max-w-xl text-muted sm:text-lg">{t('text')}</p>
      </div>
      <StartForm />
    </div>
  );
}
