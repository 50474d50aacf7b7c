import {
  type ComponentProps,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { AtOnceChoice } from '../../entities/task/at-once/at-once-choice.js';
import { type Found, useLeftResult } from '../../entities/media/handover/handover.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { lazyComponent } from '../../lib/react/lazy-component.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';
import { Extra } from '../../ui/loading/extra.js';
import { listPlace, resultCard, resultSkeleton } from './find-formats.js';
import { lastResult } from '../../entities/media/handover/last-result.js';
import { LinkForm } from './form/link-form.js';
import { EarlyPlace, ResultPlace, useEarlySearch } from './before-hydration/early-place.js';
import { SearchError } from './search-error.js';
import { SearchStatus } from './search-status.js';
import { useResultAddress } from './form/result-address.js';
import { submitButton } from './form/submit-button.js';
import { usePrefilledText } from './form/use-prefill.js';
import type { LoadLinkBox } from './result/share-fold.js';
import type { Search, SearchState } from './search.reducer.js';

/**
 * Keeps the height of a failed search until the next step. Without it, the content below would jump
 * up under the visitor's finger.
 * @returns the ref of the element around the form and the result
 */
function useHeldPlace(phase: SearchState['phase']): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) {
      return;
    }
    if (phase === 'loading') {
      const observer = new ResizeObserver(() => {
        height.current = element.offsetHeight;
      });
      observer.observe(element);
      return () => observer.disconnect();
    }
    const seen = window.innerHeight - element.getBoundingClientRect().top;
    const held = phase === 'error' ? Math.min(height.current, seen) : 0;
    height.current = 0;
    element.style.minHeight = held > 0 ? `${held}px` : '';
  }, [phase]);
  return panel;
}

const place = <ResultPlace />;

/**
 * The result's placeholder, empty until its code has loaded. The search continues even if that
 * fails.
 */
function Skeleton(props: ComponentProps<typeof resultSkeleton.Component>) {
  return (
    <CrashBoundary page={props.link} fallback={place}>
      <Suspense fallback={place}>
        <resultSkeleton.Component {...props} />
      </Suspense>
    </CrashBoundary>
  );
}

interface SearchPanelProps {
  readonly search: Search;
  /** Loads the share box, which belongs to another feature, on demand. */
  readonly share?: LoadLinkBox;
}

/** Loaded on demand, because few visitors come back to the page itself. */
const lastOffer = lazyComponent(
  async () => (await import('./last-result/last-result-offer.js')).LastResultOffer,
);

/** The form and the search below it: nothing yet, the progress, an error or the formats. */
export function SearchPanel({ search, share }: SearchPanelProps) {
  const { t } = useTranslation();
  const { state } = search;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = usePrefilledText(search, field);
  useResultAddress(state);
  const panel = useHeldPlace(state.phase);
  // Only a search submitted here may start an automatic download.
  const [byHand, setByHand] = useState(false);
  const submit = (text: string) => {
    setByHand(true);
    search.submit(text);
  };
  useEarlySearch(submit);
  const left = useLeftResult();
  // After a search on this page, its own result is shown or has been cleared.
  const last = state.phase === 'idle' && left !== null ? lastResult('', left.page) : null;
  const show = (found: Found) => {
    setText(found.link);
    search.show(found);
  };
  const hasList = state.phase === 'list' || ('from' in state && state.from !== undefined);

  const clear = () => {
    setByHand(false);
    search.clear();
    // The button is gone, and the field is the next step.
    field.current?.focus();
  };
  const searchAgain = (text: string) => {
    setText(text);
    search.submit(text);
    // This button is gone too, but focusing the field would open a phone's keyboard.
    submitButton(field.current)?.focus();
  };
  return (
    <div ref={panel} className="grid grid-cols-1 content-start gap-5">
      <LinkForm search={{ ...search, submit }} text={text} onText={setText} field={field} />
      <noscript>
        <p className="card p-4">{t('noscript')}</p>
      </noscript>
      <AtOnceChoice />
      {last !== null && (
        <Extra>
          <lastOffer.Component found={last} onShow={show} />
        </Extra>
      )}
      <EarlyPlace />
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
