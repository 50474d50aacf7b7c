import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHead } from '../../components/page-head.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { useSite } from '../../lib/site.js';
import { prefetchPage } from '../routes.js';
import { StandingBird } from './home-scene.js';

/** For addresses that lead nowhere: says so, and offers what most people came for. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { name } = useSite().config.branding;
  useEffect(() => prefetchPage('/'), []);
  return (
    <div className="wrap grid grid-cols-1 gap-7 pt-8 pb-16 sm:pt-14 sm:pb-24">
      <PageHead title={`${t('notFound.title')} | ${name}`} />
      <div className="grid max-w-2xl gap-4">
        <h1 tabIndex={-1} className="text-display">
          {t('notFound.heading')}
        </h1>
        <p className="max-w-xl text-lg text-muted">{t('notFound.text')}</p>
      </div>
      <StandingBird>
        <StartForm />
      </StandingBird>
      <Link
        to="/"
        className="inline-flex min-h-11 items-center justify-self-start font-medium text-link underline underline-offset-4"
      >
        {t('notFound.action')}
      </Link>
    </div>
  );
}
