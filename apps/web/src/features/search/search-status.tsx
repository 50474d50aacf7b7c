import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../../ui/buttons/button.js';
import { Extra } from '../../ui/loading/extra.js';
import { searchWords } from './find-formats.js';
import type { SearchState } from './search.reducer.js';

interface SearchStatusProps {
  readonly state: SearchState;
  readonly onCancel: () => void;
}

/** The line above the result: the progress of the search, then its outcome. */
export function SearchStatus({ state, onCancel }: SearchStatusProps) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const isLoading = state.phase === 'loading';
  const processing = t('messages.processing');
  const wordsAs = (are: 'seen' | 'heard') =>
    'link' in state && (
      <Extra about={state.link}>
        <searchWords.Component state={state} are={are} />
      </Extra>
    );
  return (
    <>
      <p role="status" className="sr-only">
        {isLoading && `${processing} `}
        {wordsAs('heard')}
      </p>
      {/* A list shows its own number of entries. */}
      {(isLoading || state.phase === 'result') && (
        <div className="-mb-4 flex min-h-14 flex-wrap items-center justify-between gap-x-3">
          {isLoading ? (
            <>
              <p className="flex grow basis-40 flex-wrap items-center gap-x-3">
                <span className="font-semibold">{processing}</span>
                <span className="text-muted tabular-nums">{wordsAs('seen')}</span>
              </p>
              <Button variant="plain" onClick={onCancel} className="ms-auto">
                {common('cancel')}
              </Button>
            </>
          ) : (
            <p aria-hidden className="text-muted">
              {wordsAs('seen')}
            </p>
          )}
        </div>
      )}
    </>
  );
}
