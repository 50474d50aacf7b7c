import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeRefreshUrl } from '../../../lib/handover/refresh-extract.js';
import { takeTypedLink } from '../../../lib/typed-before-hydration.js';
import { asksSearchAtOnce, prefillOf, withoutPrefill } from './prefill.js';
import { submitButton } from './submit-button.js';
import type { Search } from '../use-search.js';

type FormText = readonly [string, (text: string) => void];

/** A text that starts with what was waiting for it. @param take gives that once. */
function useWaitingText(first: string, take: () => string): FormText {
  const [text, setText] = useState(first);
  useLayoutEffect(() => {
    const waiting = take();
    if (waiting !== '') {
      // After hydration, whose first render must be the server's; before the next paint.
      queueMicrotask(() => setText(waiting));
    }
  }, [take]);
  return [text, setText];
}

/** The text of a form outside of the home page: '', or what was typed before the page came alive. */
export function useTypedText(): FormText {
  return useWaitingText('', takeTypedLink);
}

/** To the form, and on its button: the field would bring up a phone's keyboard. */
function focusForm(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'center' });
  submitButton(field)?.focus({ preventScroll: true });
}

const takeLeftLink = () => takeTypedLink() || takeRefreshUrl() || '';

/**
 * The text of the form of a page that shows what it finds. It starts with the link whose formats are
 * shown, or with what the address says, which is then taken out of the address bar, and searched when
 * the visitor has asked for that already; what was typed before the page came alive, or left by the
 * preview page, goes over it.
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
  // On arrival what is shown may be the answer already; asked for on the page itself, it is not.
  const isNews = state.phase === 'idle' || key !== arrivedAt;
  const asked = asksSearchAtOnce(location) && prefill !== '' && isNews;
  useEffect(() => {
    if (rest === null) {
      return;
    }
    const leave = () => void navigate({ pathname, search: rest, hash }, { replace: true });
    if (!asked) {
      if (arrivedAt !== key) {
        // An example of this page: the next thing to do is to send it.
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
