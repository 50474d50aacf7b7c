import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertBox } from '../../components/alert-box.js';
import { LinkForm } from './link-form.js';
import { ResultSkeleton } from './result-skeleton.js';
import type { Search } from './use-search.js';

/** Needed by those who search, and loaded while the server looks for formats. */
const ResultCard = lazy(async () => ({ default: (await import('./result-card.js')).ResultCard }));

interface SearchPanelProps {
  readonly search: Search;
}

/** The form and whatever it brought: nothing yet, a wait, an error or formats. */
export function SearchPanel({ search }: SearchPanelProps) {
  const { t } = useTranslation();
  const { state } = search;
  return (
    <div className="grid gap-5">
      <LinkForm search={search} />
      <noscript>
        <p className="card p-4">{t('noscript')}</p>
      </noscript>
      {state.phase === 'error' && <AlertBox>{state.error}</AlertBox>}
      {state.phase === 'loading' && <ResultSkeleton link={state.link} />}
      {state.phase === 'result' && (
        <Suspense fallback={<ResultSkeleton link={state.link} />}>
          <ResultCard info={state.info} onClear={search.clear} />
        </Suspense>
      )}
    </div>
  );
}
