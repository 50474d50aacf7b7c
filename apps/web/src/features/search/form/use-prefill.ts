import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeRefresh } from '../../../entities/media/handover/handover.js';
import { takeTypedLink } from './typed-before-hydration.js';
import { asksSearchAtOnce, prefillOf, withoutPrefill } from './prefill.js';
import { submitButton } from './submit-button.js';
import type { Search } from '../search.js';

type FormText = readonly [string, (text: string) => void];

/**
 * Returns a text that starts with a value that was left for it. @param take returns that value once
 */
function useWaitingText(first: string, take: () => string): FormText {
  const [text, setText] = useState(first);
  useLayoutEffect(() => {
    const waiting = take();
    if (waiting !== '') {
      // This runs after hydration, whose first render must match the server's, but before the next
      // paint.
      queueMicrotask(() => setText(waiting));
    }
  }, [take]);
  return [text, setText];
}

/**
 * Returns the text of a form outside the home page: '', or what the visitor typed before hydration.
 */
export function useTypedText(): FormText {
  return useWaitingText('', takeTypedLink);
}

/** Scrolls to the form and focuses its button. Focusing the field would open a phone's keyboard. */
function focusForm(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'center' });
  submitButton(field)?.focus({ preventScroll: true });
}

const takeLeftLink = () => takeTypedLink() || takeRefresh();

/**
 * Returns the form's text on a page that shows results. It starts with the link of the current
 * result, or with the query's link. The query's link is then removed from the address bar, and
 * searched if the visitor has already submitted it. A text that was typed before hydration or
 * handed over by the preview page takes precedence.
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
  const shown = 'info' in state || 'list' in state ? state.link : '';
  const [text, setText] = useWaitingText(prefill !== '' ? prefill : shown, takeLeftLink);
  const [seenSearch, setSeenSearch] = useState(search);

  if (seenSearch !== search) {
    setSeenSearch(search);
    if (prefill !== '') {
      setText(prefill);
    }
  }

  const rest = withoutPrefill(search);
  // On arrival, the current result may already be that of the link. A later request on the same
  // page is new.
  const isNews = state.phase === 'idle' || key !== arrivedAt;
  const asked = asksSearchAtOnce(location) && prefill !== '' && isNews;
  useEffect(() => {
    if (rest === null) {
      return;
    }
    const leave = () => navigate({ pathname, search: rest, hash }, { replace: true });
    if (!asked) {
      if (arrivedAt !== key) {
        // The visitor chose an example link on this page. The next step is to submit it.
        typed();
        focusForm(field.current);
      }
      leave();
      return;
    }
    const timer = setTimeout(() => {
      submit(prefill);
      leave();
    });
    return () => clearTimeout(timer);
  }, [pathname, rest, hash, key, arrivedAt, navigate, asked, prefill, submit, typed, field]);

  return [text, setText];
}
