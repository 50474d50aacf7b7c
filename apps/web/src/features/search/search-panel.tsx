import { type ComponentProps, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { CrashBoundary } from '../../ui/crash-boundary.js';
import { listPlace, resultCard, resultSkeleton } from './find-formats.js';
import { LinkForm } from './form/link-form.js';
import { SearchError } from './search-error.js';
import { SearchStatus } from './search-status.js';
import { submitButton } from './form/submit-button.js';
import { usePrefilledText } from './form/use-prefill.js';
import type { LoadLinkBox } from './result/share-fold.js';
import { useHeldPlace } from './use-held-place.js';
import type { Search } from './use-search.js';

const place = <div className="card min-h-96" aria-busy="true" />;

/** Holds the result's place, at first with nothing in it; the search does not depend on it. */
function Skeleton(props: ComponentProps<typeof resultSkeleton.Component>) {
  return (
    <CrashBoundary page={props.link} instead={place}>
      <Suspense fallback={place}>
        <resultSkeleton.Component {...props} />
      </Suspense>
    </CrashBoundary>
  );
}

interface SearchPanelProps {
  readonly search: Search;
  /** What shares a result (another feature): loads it for those who want that. */
  readonly share?: LoadLinkBox;
}

/** The form and whatever it brought: nothing yet, a wait, an error or formats. */
export function SearchPanel({ search, share }: SearchPanelProps) {
  const { t } = useTranslation();
  const { state } = search;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = usePrefilledText(search, field);
  const panel = useHeldPlace(state.phase);
  // Of what a visitor did not ask for here, nothing starts by itself.
  const [byHand, setByHand] = useState(false);
  const submit = (text: string) => {
    setByHand(true);
    search.submit(text);
  };
  const hasList = state.phase === 'list' || ('from' in state && state.from !== undefined);

  const clear = () => {
    setByHand(false);
    search.clear();
    // What was pressed is gone: from here the visitor goes on with the link.
    field.current?.focus();
  };
  const searchAgain = (text: string) => {
    search.submit(text);
    // So is this one; on a phone the field would bring up the keyboard.
    submitButton(field.current)?.focus();
  };
  return (
    <div ref={panel} className="grid grid-cols-1 content-start gap-5">
      <LinkForm search={{ ...search, submit }} text={text} onText={setText} field={field} />
      <noscript>
        <p className="card p-4">{t('noscript')}</p>
      </noscript>
      <SearchError state={state} onAgain={searchAgain} />
      <SearchStatus state={state} onCancel={clear} />
      {hasList && (
        <Suspense>
          <listPlace.Component search={search} onText={setText} onClear={clear} />
        </Suspense>
      )}
      {state.phase === 'loading' && <Skeleton link={state.link} known={state.hint} />}
      {state.phase === 'result' && (
        <Suspense fallback={<Skeleton link={state.link} known={state.info} />}>
          <resultCard.Component
            info={state.info}
            link={state.link}
            isNew={state.isNew}
            asksSizes={state.asksSizes}
            mayStart={byHand && state.isNew && state.from === undefined}
            onClear={clear}
            onSearch={searchAgain}
            share={share}
          />
        </Suspense>
      )}
    </div>
  );
}
