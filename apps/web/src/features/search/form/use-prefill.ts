import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeRefresh } from '../../../entities/media/handover/handover.js';
import { takeTypedLink } from './typed-before-hydration.js';
import { asksSearchAtOnce, prefillOf, withoutPrefill } from './prefill.js';
import { submitButton } from './submit-button.js';
import type { Search } from '../search.js';

type FormText = readonly [string, (text: string) => void];

/** A text that starts with a waiting value. @param take returns that value once */
function useWaitingText(first: string, take: () => string): FormText {
  const [text, setText] = useState(first);
  useLayoutEffect(() => {
    const waiting = take();
    if (waiting !== '') {
      // After hydration, whose first render must match the server's, but before the next paint.
      queueMicrotask(() => setText(waiting));
    }
  }, [take]);
  return [text, setText];
}

/** The text of a form outside the home page: '', or what was typed before hydration. */
export function useTypedText(): FormText {
  return useWaitingText('', takeTypedLink);
}

/** Scrolls to the form and focuses its button: focusing the field would open a phone's keyboard. */
function focusForm(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'center' });
  submitButton(field)?.focus({ preventScroll: true });
}

const takeLeftLink = () => takeTypedLink() || takeRefresh();

/**
 * The form's text on a page that shows results. It starts with the link of the current result, or
 * with the query's link, which is then removed from the address bar and searched if the visitor has
 * already submitted it. Text typed before hydration or left by the preview page takes precedence.
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
  // On arrival the current result may already answer it; a later request on the same page is new.
  const isNews = state.phase === 'idle' || key !== arrivedAt;
  const asked = asksSearchAtOnce(location) && prefill !== '' && isNews;
  useEffect(() => {
    if (rest === null) {
      return;
    }
    const leave = () => void navigate({ pathname, search: rest, hash }, { replace: true });
    if (!asked) {
      if (arrivedAt !== key) {
        // An example link of this page: submitting it is the next step.
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
