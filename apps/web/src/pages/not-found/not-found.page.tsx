import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { usePrefetch } from '../../lib/prefetch.js';
import { StandingFigure } from '../../ui/illustration.js';
import { TextLink } from '../../ui/text-link.js';

/** For addresses that lead nowhere: says so, and offers what most people came for. */
export function NotFoundPage() {
  const prefetch = usePrefetch();
  const { t } = useTranslation('notFound');
  useEffect(() => prefetch('home'), [prefetch]);
  return (
    <div className="wrap grid grid-cols-1 gap-7 pt-8 pb-16 sm:pt-14 sm:pb-24">
      <PageHead title={t('title')} description={t('description')} />
      <div className="grid max-w-2xl gap-4">
        <h1 tabIndex={-1} className="text-display">
          {t('heading')}
        </h1>
        <p className="max-w-xl text-lg text-muted">{t('text')}</p>
      </div>
      <StandingFigure>
        <StartForm />
      </StandingFigure>
      <TextLink to="/" className="justify-self-start">
        {t('action')}
      </TextLink>
    </div>
  );
}
