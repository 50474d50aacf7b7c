import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BirdMark } from '../../components/bird-mark.js';
import { PageHead } from '../../components/page-head.js';
import { useSite } from '../../lib/site.js';

/** For addresses that lead nowhere: says so, and offers what most people came for. */
export function NotFoundPage() {
  const { t } = useTranslation(['common', 'home']);
  const { name } = useSite().config.branding;
  return (
    <div className="wrap grid justify-items-start gap-5 py-16 sm:py-24">
      <PageHead title={`${t('notFound.title')} | ${name}`} />
      <BirdMark className="size-20 -rotate-12" />
      <h1 tabIndex={-1} className="text-display">
        {t('notFound.heading')}
      </h1>
      <p className="max-w-xl text-lg text-muted">{t('notFound.text')}</p>
      <form action="/" method="get" className="flex w-full max-w-xl flex-wrap gap-3">
        <input
          name="url"
          type="text"
          inputMode="url"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          required
          aria-label={t('home:form.label')}
          placeholder={t('home:form.placeholder')}
          className="min-h-12 min-w-0 grow rounded-xl border border-edge bg-surface px-4"
        />
        <button type="submit" className="button button-primary">
          {t('home:form.submit')}
        </button>
      </form>
      <Link to="/" className="inline-flex min-h-11 items-center font-medium text-link underline">
        {t('notFound.action')}
      </Link>
    </div>
  );
}
