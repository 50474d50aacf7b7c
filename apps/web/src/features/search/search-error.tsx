import { Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../../ui/alert-box.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';
import { nextSteps } from './find-formats.js';
import type { SearchState } from './search.reducer.js';

/** The id of the error message about the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly state: SearchState;
  /** Searches for the same text once more. */
  readonly onAgain: (text: string) => void;
}

/** Says why a search failed and offers the next actions. */
export function SearchError({ state, onAgain }: SearchErrorProps) {
  const { t } = useTranslation('search');
  if (state.phase !== 'error') {
    return null;
  }
  const { error, failed } = state;
  return (
    <>
      <AlertBox id={LINK_ERROR}>
        {error}
        {failed?.step.advises && (
          <p className="mt-1 font-normal text-muted">{t('form.failedAdvice')}</p>
        )}
      </AlertBox>
      {failed !== undefined && (
        <CrashBoundary page={failed.link} fallback={null}>
          <Suspense>
            <nextSteps.Component failed={failed} onAgain={onAgain} />
          </Suspense>
        </CrashBoundary>
      )}
    </>
  );
}
