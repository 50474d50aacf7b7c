import { useTranslation } from '../../i18n/use-translation.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { usePlateSheets } from '../../ui/illustration.js';
import { Extra } from '../../ui/loading/extra.js';
import { PlateOfState } from '../../ui/plate.js';
import { nextSteps } from './find-formats.js';
import type { SearchState } from './search.reducer.js';

/** The id of the error message about the link. */
export const LINK_ERROR = 'link-error';

interface SearchErrorProps {
  readonly state: SearchState;
  /** Repeats the search for the same text. */
  readonly onAgain: (text: string) => void;
}

/**
 * Explains why a search failed and what to do next. Most failures come from limits of other sites,
 * not from the visitor's mistakes, so this is a neutral card and not a red box.
 */
export function SearchError({ state, onAgain }: SearchErrorProps) {
  const { t } = useTranslation('search');
  const hasPlates = usePlateSheets() !== undefined;
  if (state.phase !== 'error') {
    return null;
  }
  const { error, failed } = state;
  const advice =
    failed === undefined
      ? t('form.refusedAdvice')
      : failed.step.advises
        ? t('form.failedAdvice')
        : null;
  return (
    <>
      <div className="card rise flex items-center gap-4 p-4 sm:gap-6">
        {/* If the server can't be reached, the image with the plates can't be loaded either. */}
        {failed?.step.code !== undefined && hasPlates ? (
          <PlateOfState name="none" className="w-20 shrink-0 sm:w-28" />
        ) : (
          <LineIcon icon="CircleAlert" className="shrink-0" />
        )}
        <div id={LINK_ERROR} role="alert" className="min-w-0 font-medium">
          {error}
          {advice !== null && <p className="mt-1 font-normal text-muted">{advice}</p>}
        </div>
      </div>
      {failed !== undefined && (
        <Extra about={failed.link}>
          <nextSteps.Component failed={failed} onAgain={onAgain} />
        </Extra>
      )}
    </>
  );
}
