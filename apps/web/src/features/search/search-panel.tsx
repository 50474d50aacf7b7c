import { Suspense, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { resultCard } from './find-formats.js';
import { LinkForm } from './form/link-form.js';
import { ResultSkeleton } from './result/result-skeleton.js';
import { SearchError } from './search-error.js';
import { SearchStatus } from './search-status.js';
import { usePrefilledText } from './form/use-prefill.js';
import type { Search } from './use-search.js';

interface SearchPanelProps {
  readonly search: Search;
}

/** The form and whatever it brought: nothing yet, a wait, an error or formats. */
export function SearchPanel({ search }: SearchPanelProps) {
  const { t } = useTranslation();
  const { state } = search;
  const [text, setText] = usePrefilledText(search);
  const field = useRef<HTMLInputElement>(null);

  const clear = () => {
    search.clear();
    // What was pressed is gone: from here the visitor goes on with the link.
    field.current?.focus();
  };
  const searchAgain = (text: string) => {
    search.submit(text);
    // So is this one; on a phone the field would bring up the keyboard.
    field.current?.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <LinkForm search={search} text={text} onText={setText} field={field} />
      <noscript>
        <p className="card p-4">{t('noscript')}</p>
      </noscript>
      <SearchError state={state} onAgain={searchAgain} />
      <SearchStatus state={state} onCancel={clear} />
      {state.phase === 'loading' && <ResultSkeleton link={state.link} known={state.hint} />}
      {state.phase === 'result' && (
        <Suspense fallback={<ResultSkeleton link={state.link} known={state.info} />}>
          <resultCard.Component
            info={state.info}
            isNew={state.isNew}
            asksSizes={state.asksSizes}
            onClear={clear}
          />
        </Suspense>
      )}
    </div>
  );
}
