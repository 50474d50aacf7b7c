import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeRefresh } from '../../../entities/media/handover/handover.js';
import { earlyText, hasEarlySearch, takeTypedLink } from '../before-hydration/early-search.js';
import { asksSearchAtOnce, prefillOf, withoutPrefill } from './prefill.js';
import { submitButton } from './submit-button.js';
import { shownLink, useIsOwnAddress } from './result-address.js';
import { entryState } from '../../../site/entry-state.js';
import type { Search, SearchState } from '../search.reducer.js';

type FormText = readonly [string, (text: string) => void];

/**
 * Returns a text state that takes over a value left before mounting.
 * @param take a function that returns that value once, and '' afterwards
 */
function useWaitingText(first: string, take: () => string): FormText {
  const [text, setText] = useState(first);
  useLayoutEffect(() => {
    const waiting = take();
    if (waiting !== '') {
      // Deferred until after hydration, whose first render must match the server's, but before the
      // next paint.
      queueMicrotask(() => setText(waiting));
    }
  }, [take]);
  return [text, setText];
}

/**
 * Returns the form's text outside the home page. It starts with what the visitor typed before
 * hydration, otherwise with `first`.
 */
export function useTypedText(first = ''): FormText {
  return useWaitingText(first, takeTypedLink);
}

/**
 * Scrolls to the form and focuses its button, because focusing the field would open a phone's
 * keyboard.
 */
function focusForm(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'center' });
  submitButton(field)?.focus({ preventScroll: true });
}

const takeLeftLink = () => takeTypedLink() || earlyText() || takeRefresh();

/**
 * True if the address belongs to the current search: to the shown result, to the list it was chosen
 * from (Back is about to show it), or to an entry of the shown list (Forward is about to show it).
 */
function isOfSearch(state: SearchState, prefill: string, picked: string | undefined): boolean {
  const from = 'from' in state ? state.from?.link : undefined;
  return (
    prefill === shownLink(state) ||
    prefill === from ||
    (state.phase === 'list' && picked !== undefined)
  );
}

/**
 * Returns the form's text on a page that shows results. It starts with the link of the current
 * result or of the query. A link that the visitor has already submitted is searched; any other is
 * removed from the address bar (specification §2). Text typed before hydration or handed over by
 * the preview page takes precedence.
 */
export function usePrefilledText(
  { state, submit, typed }: Search,
  field: RefObject<HTMLInputElement | null>,
): FormText {
  const location = useLocation();
  const [arrivedAt] = useState(location.key);
  const { pathname, search, hash, key } = location;
  const navigate = useNavigate();
  const prefill = prefillOf(search);
  const { picked } = entryState(location);
  const isSent = asksSearchAtOnce(location);
  const isOwn = useIsOwnAddress();
  const isKnown = isOwn || (isSent && isOfSearch(state, prefill, picked));
  const first = prefill !== '' ? prefill : (shownLink(state) ?? '');
  const [text, setText] = useWaitingText(first, takeLeftLink);
  const [seenSearch, setSeenSearch] = useState(search);

  if (seenSearch !== search) {
    setSeenSearch(search);
    if (prefill !== '' && !isKnown) {
      setText(prefill);
    }
  }

  const rest = withoutPrefill(search);
  // On arrival, the current result may already belong to the link. Later requests on the same page
  // are always new.
  const isNews = state.phase === 'idle' || key !== arrivedAt;
  const asked = isSent && prefill !== '' && isNews;
  // Each address is handled once. After that, it stays until its result is gone.
  const handled = useRef<string | null>(null);
  useLayoutEffect(() => {
    // A search submitted before hydration is newer than the address. A microtask takes it over
    // before the effect below runs (before-hydration/early-search.ts).
    if (hasEarlySearch()) {
      handled.current = arrivedAt;
    }
  }, [arrivedAt]);
  useEffect(() => {
    if (rest === null || handled.current === key) {
      return;
    }
    if (isKnown) {
      handled.current = key;
      return;
    }
    const leave = () => navigate({ pathname, search: rest, hash }, { replace: true });
    if (!asked) {
      if (arrivedAt !== key) {
        // The visitor chose an example link on this page; submitting it is the next step.
        typed();
        focusForm(field.current);
      }
      leave();
      return;
    }
    const timer = setTimeout(() => {
      handled.current = key;
      submit(prefill);
    });
    return () => clearTimeout(timer);
  }, [
    pathname,
    rest,
    hash,
    key,
    arrivedAt,
    navigate,
    isKnown,
    asked,
    prefill,
    submit,
    typed,
    field,
  ]);

  return [text, setText];
}
